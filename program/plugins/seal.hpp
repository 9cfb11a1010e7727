#pragma once
// The seal of a file in the cache of compiled headers: its last line, which holds the SHA-256 of
// all before it. A file that a crash or a full disk cut short, or whose bits changed, is noticed.

#include <optional>
#include <string>
#include <string_view>

namespace rattleback {

/// The line that seals `content`. A shared object stays loadable with it at its end.
std::string seal_of(std::string_view content);

/// What stands before the seal of `text`; none where the seal is missing or of something else.
std::optional<std::string_view> sealed_content(std::string_view text);

}  // namespace rattleback
