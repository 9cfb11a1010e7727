#pragma once
// Cases of a problem in a text file: named starts with parameters of their own.

#include <toml++/toml.h>

#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// Reads the tables [[case]] of a file whose coordinates, parameters and constraints are read
/// already; without any, the case `origin` at rest. Throws InputFileError.
void read_cases(toml::table const& root, ProblemFile& file);

}  // namespace rattleback::text
