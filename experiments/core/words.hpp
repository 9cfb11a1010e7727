#pragma once
// Text of the evidence of findings: numbers and clauses.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "experiments/core/series.hpp"

namespace rattleback {

/// Returns the clauses, separated by semicolons.
inline std::string joined(std::vector<std::string> const& clauses) {
  return fmt::format("{}", fmt::join(clauses, "; "));
}

/// Largest number over several cases, and a clause per case.
struct Cases {
  Largest largest;
  std::vector<std::string> clauses;

  void add(double number, std::string clause) {
    largest(number);
    clauses.push_back(std::move(clause));
  }
  std::string words() const { return joined(clauses); }
};

/// Returns the numbers in one format, separated by commas.
inline std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}") {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace rattleback
