#include "integrators/core/text/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <mutex>

namespace rattleback::text {

bool is_path(std::string const& problem) {
  return problem.find('/') != std::string::npos || problem.ends_with(".toml");
}

ProblemEntry const& problem_in_file(std::string const& path) {
  static std::deque<ProblemEntry> entries;
  static std::mutex reading;
  std::lock_guard const lock(reading);
  auto file = read_problem(path);
  int const n = static_cast<int>(file.coordinates.size());
  int const m = static_cast<int>(file.constraints.size());
  std::vector<std::string> built;
  for (auto const& shape : compiled_shapes()) {
    if (shape.n == n && shape.m == m) return entries.emplace_back(shape.entry(std::move(file)));
    built.push_back(fmt::format("{}/{}", shape.n, shape.m));
  }
  throw Misuse(
      fmt::format("'{}' has {} coordinates and {} constraints, a shape that is not built; built "
                  "are (coordinates/constraints): {}",
                  path, n, m, fmt::join(built, ", ")));
}

}  // namespace rattleback::text
