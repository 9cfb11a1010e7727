#pragma once

#include <regex>
#include <string>
#include <vector>

namespace rattleback::reports {

/// True if the part occurs in the text.
inline bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// Returns the captures of `pattern` in the text.
inline std::vector<std::string> all_of(std::string const& text, char const* pattern) {
  std::regex const expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

}  // namespace rattleback::reports
