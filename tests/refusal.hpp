#pragma once
// Message of an exception that invalid input causes.

#include <gtest/gtest.h>

#include <string>

#include "base/invalid_input.hpp"

namespace rattleback {

/// Returns the message of the exception that the action throws; empty if it throws none.
template <class Refusal = InvalidInput, class Action>
std::string refusal(Action const& action) {
  try {
    action();
  } catch (Refusal const& refused) {
    return refused.what();
  }
  return "";
}

template <class Refusal = InvalidInput, class Action>
void expect_refusal(Action const& action, std::string const& words) {
  auto const said = refusal<Refusal>(action);
  EXPECT_NE(said.find(words), std::string::npos) << "'" << words << "' is not in: '" << said << "'";
}

}  // namespace rattleback
