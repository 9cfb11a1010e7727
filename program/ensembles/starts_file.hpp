#pragma once
// Starts of an ensemble as a table: one row for each orbit, one named column for each coordinate
// and velocity of the problem.

#include <filesystem>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Starts as they were read.
struct Starts {
  std::vector<double> numbers;  ///< q and v in the problem's order, row after row
  long rows = 0;
  std::string sha256;  ///< of the file's content
};

/// Reads comma-separated values: a line of names, in any order, then rows of numbers. Throws
/// FileFailure when the file cannot be read, and Misuse naming row and column of what is wrong.
Starts read_starts(std::filesystem::path const& path, ProblemCard const& problem);

}  // namespace rattleback
