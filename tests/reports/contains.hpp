#pragma once

#include <string>

namespace rattleback::reports {

/// True if the part occurs in the text.
inline bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace rattleback::reports
