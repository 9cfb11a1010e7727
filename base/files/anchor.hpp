// Names of pages and anchors.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace rattleback {

/// Returns `name` with a hyphen in place of each character except letters, digits and underscores.
inline std::string anchor(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '-');
  return name;
}

}  // namespace rattleback
