#pragma once
// Problems in texts that a caller in the same process keeps.

#include "integrators/core/registry/lookup.hpp"

namespace rattleback::text {

/// Keeps the entry of a text, also beyond forget_problems_in_files(), until the last copy of the
/// result ends. Null for other entries.
std::shared_ptr<LoadedProblem const> keep(ProblemEntry const& entry);

/// While it lives, problem_in_file() returns a kept problem for the path by which it was read.
class InPlaceOfFile {
 public:
  explicit InPlaceOfFile(std::shared_ptr<LoadedProblem const> problem);
  ~InPlaceOfFile();
  InPlaceOfFile(InPlaceOfFile const&) = delete;
  InPlaceOfFile& operator=(InPlaceOfFile const&) = delete;
};

}  // namespace rattleback::text
