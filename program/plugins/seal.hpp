#pragma once
// Seal of a file in the cache of compiled headers: its last line, the SHA-256 of the preceding
// content. A truncated or corrupted file is detected.

#include <optional>
#include <string>
#include <string_view>

namespace rattleback {

/// Returns the line that seals `content`. A shared object remains loadable with this line at its
/// end.
std::string seal_of(std::string_view content);

/// Returns the content before the seal of `text`; empty if the seal is missing or does not match.
std::optional<std::string_view> sealed_content(std::string_view text);

}  // namespace rattleback
