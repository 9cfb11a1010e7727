// Pictures within a page.
#pragma once

#include <string>

namespace rattleback::reports {

/// Returns `bytes` in base 64, as data URLs have it.
std::string base64(std::string const& bytes);

}  // namespace rattleback::reports
