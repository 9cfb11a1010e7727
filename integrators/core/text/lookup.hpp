#pragma once
// Problems in text files, where a problem is looked up by name.

#include <string>
#include <vector>

#include "integrators/core/registry.hpp"
#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// R^n with m constraints, compiled with all methods.
struct CompiledShape {
  int n, m;
  ProblemEntry (*entry)(ProblemFile file);
};
/// Those that the program was built with.
std::vector<CompiledShape> const& compiled_shapes();

/// Is this the path of a file rather than a name of the catalogue?
bool is_path(std::string const& problem);

/// The problem in a file. Problems of one shape share what is compiled for it: an entry works until
/// another file of its shape is looked up. Throws Misuse, and FileFailure when the file cannot be
/// read.
ProblemEntry const& problem_in_file(std::string const& path);

}  // namespace rattleback::text
