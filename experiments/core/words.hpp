#pragma once
// Text of the evidence of findings: numbers and clauses.

#include <string>
#include <string_view>
#include <vector>

#include "experiments/core/series.hpp"

namespace rattleback {

/// Returns the clauses with a separator between them.
std::string joined(std::vector<std::string> const& clauses, std::string_view between = "; ");

/// Largest number over several cases, and a clause per case.
struct Cases {
  Largest largest;
  std::vector<std::string> clauses;

  void add(double number, std::string clause);
  std::string words() const { return joined(clauses); }
};

/// Returns the numbers in one format, separated by commas.
std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}");

}  // namespace rattleback
