#pragma once

#include <string>

namespace rattleback {

/// Internal steps that an adaptive solver may take between two nodes. More is a failure, and gets
/// recorded: what a drifting solution costs would know no end.
inline constexpr long most_steps = 20000;
inline std::string too_many_steps() {
  return "more than " + std::to_string(most_steps) + " steps in one output interval";
}

}  // namespace rattleback
