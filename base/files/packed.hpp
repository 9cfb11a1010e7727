// Data within pages: compressed, because a page without a server loads them whole.
#pragma once

#include <string>

namespace rattleback {

/// Returns `text` compressed by gzip, in base64. The same text gives the same result.
/// Throws std::runtime_error if the compression fails.
std::string packed(std::string const& text);

}  // namespace rattleback
