#pragma once
// What is thrown at bad input.

#include <gtest/gtest.h>

#include <string>

#include "base/misuse.hpp"

namespace rattleback {

/// What an action is refused with; empty where it is not refused.
template <class Refusal = Misuse, class Action>
std::string refusal(Action const& action) {
  try {
    action();
  } catch (Refusal const& refused) {
    return refused.what();
  }
  return "";
}

template <class Refusal = Misuse, class Action>
void expect_refusal(Action const& action, std::string const& words) {
  auto const said = refusal<Refusal>(action);
  EXPECT_NE(said.find(words), std::string::npos) << "'" << words << "' is not in: '" << said << "'";
}

}  // namespace rattleback
