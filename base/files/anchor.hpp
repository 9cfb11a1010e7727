// Names of pages and anchors.
#pragma once

#include <string>

namespace rattleback {

/// Returns `name` with a hyphen in place of each character except letters, digits and underscores.
std::string anchor(std::string name);

}  // namespace rattleback
