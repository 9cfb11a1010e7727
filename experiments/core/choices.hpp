#pragma once

#include <string>
#include <vector>

#include "integrators/core/method.hpp"

namespace rattleback {

/// The values that the option `name` of a method may take, the standard one first; empty where the
/// method has no such option, or one that takes a number.
inline std::vector<std::string> choices_of(MethodCard const& card, std::string const& name) {
  std::vector<std::string> choices;
  for (auto const& option : card.options) {
    if (option.name != name || option.allowed.starts_with("a number")) continue;
    choices.push_back(option.standard);
    std::string rest = option.allowed;
    for (std::size_t comma = 0; comma != std::string::npos;) {
      comma = rest.find(", ");
      auto const choice = rest.substr(0, comma);
      if (choice != option.standard) choices.push_back(choice);
      if (comma != std::string::npos) rest = rest.substr(comma + 2);
    }
  }
  return choices;
}

}  // namespace rattleback
