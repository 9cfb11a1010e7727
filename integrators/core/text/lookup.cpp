#include "integrators/core/text/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <mutex>

namespace rattleback::text {
namespace {

constexpr int most_coordinates = 12;

std::mutex reading;

std::deque<LoadedProblem>& loaded_problems() {
  static std::deque<LoadedProblem> problems;
  return problems;
}
std::function<CompiledShape(int, int)>& maker_of_shapes() {
  static std::function<CompiledShape(int, int)> maker;
  return maker;
}

CompiledShape shape_of(ProblemFile const& file) {
  int const n = static_cast<int>(file.coordinates.size());
  int const m = static_cast<int>(file.constraints.size());
  std::vector<std::string> built;
  for (auto const& shape : compiled_shapes()) {
    if (shape.n == n && shape.m == m) return shape;
    built.push_back(fmt::format("{}/{}", shape.n, shape.m));
  }
  if (auto const& make = maker_of_shapes(); make && n <= most_coordinates && m < n)
    return make(n, m);
  throw Misuse(fmt::format(
      "'{}' has {} coordinates and {} constraints; allowed are at most {} coordinates and fewer "
      "constraints than coordinates; built are (coordinates/constraints): {}",
      file.path, n, m, most_coordinates, fmt::join(built, ", ")));
}

}  // namespace

void make_missing_shapes(std::function<CompiledShape(int, int)> maker) {
  maker_of_shapes() = std::move(maker);
}

bool is_path(std::string const& problem) {
  return problem.find('/') != std::string::npos || problem.ends_with(".toml");
}

ProblemEntry const& problem_in_file(std::string const& path) {
  std::lock_guard const lock(reading);
  auto file = read_problem(path);
  auto const shape = shape_of(file);
  LoadedProblem loaded{shape.n, shape.m, {}, nullptr, {}};
  shape.load(file, loaded);
  return loaded_problems().emplace_back(std::move(loaded)).entry;
}

LoadedProblem const* loaded_problem(ProblemEntry const& entry) {
  std::lock_guard const lock(reading);
  for (auto const& problem : loaded_problems())
    if (&problem.entry == &entry) return &problem;
  return nullptr;
}

}  // namespace rattleback::text
