#pragma once
// Initial conditions of an ensemble as a table: one row per orbit, one named column per coordinate
// and velocity of the problem.

#include <filesystem>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Initial conditions read from a file.
struct Starts {
  std::vector<double> numbers;  ///< q and v in the problem's order, row after row
  long rows = 0;
  std::string sha256;  ///< hash of the file's content
};

/// Reads comma-separated values: a line of names, in any order, then rows of numbers. Throws
/// IoError if the file cannot be read, and InvalidInput naming row and column of an error.
Starts read_starts(std::filesystem::path const& path, ProblemCard const& problem);

}  // namespace rattleback
