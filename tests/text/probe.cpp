// Mechanics of problems in text files, for the comparison with an independent evaluation
// (tests/fuzz/texts_test.py). Reads paths, one per line, and prints one JSON object per line: in
// double and in quad precision, at each initial condition, coordinates, velocities, energy,
// derivatives of the Lagrangian, constraints, invariants, accelerations and multipliers; or the
// error in the file.

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/io_error.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/registry/problem_signature.hpp"

namespace rattleback::text {
namespace {

using Json = nlohmann::ordered_json;

/// Formats a number with digits that determine it.
Json digits(double number) { return fmt::format("{:.17g}", number); }
Json digits(Quad const& number) { return print_quad("%.36g", static_cast<RawQuad>(number)); }
template <class S, auto N>
Json digits(Vec<S, N> const& numbers, int count = length(N)) {
  auto list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(digits(numbers[i]));
  return list;
}
template <class S, auto R, auto C>
Json digits(Mat<S, R, C> const& numbers) {
  auto list = Json::array();
  for (int i = 0; i < R; ++i) list.push_back(digits(numbers.row[i]));
  return list;
}

template <class Signature, class S>
Json at_starts(Loaded const& made) {
  using P = typename Signature::template General<S>;
  auto list = Json::array();
  for (auto const& start : P(made).cases()) {
    auto const& [name, note, system, q, v, is_method_state, stated] = start;
    if (stated.rejected) {
      list.push_back({{"rejected", stated.rejected->what()}});
      continue;
    }
    auto const terms = constraint_terms(system, q, v);
    auto const solved = accelerations(system, Point<P, S>{q, v});
    list.push_back({{"moved", stated.moved},
                    {"q", digits(q)},
                    {"v", digits(v)},
                    {"energy", digits(energy(system, q, v))},
                    {"dL/dq", digits(configuration_force(system, q, v))},
                    {"dL/dv", digits(momentum_of(system, q, v))},
                    {"mu", digits(terms.mu)},
                    {"phi", digits(terms.phi)},
                    {"invariants", digits(system.invariants(q, v), system.stated_invariants())},
                    {"vdot", digits(solved.vdot)},
                    {"multipliers", digits(solved.multipliers)},
                    {"singular", solved.singular}});
  }
  return list;
}

template <class Space, bool driven>
Json probed(ProblemFile file) {
  using Signature = ProblemSignature<Space, any_constraints, driven>;
  Loaded made;
  made.file = std::move(file);
  std::string code;
  auto const findings = Signature::prepare(made, code);
  return {{"found", findings.words},
          {"double", at_starts<Signature, double>(made)},
          {"quad", at_starts<Signature, Quad>(made)}};
}
template <class Space>
Json probed(ProblemFile file) {
  return file.driven ? probed<Space, true>(std::move(file)) : probed<Space, false>(std::move(file));
}

Json probed(std::string const& path) {
  try {
    auto file = read_problem(path);
    file.require_sizes();
    switch (file.kind_of_space()) {
      case SpaceKind::euclidean:
        return probed<AnyEuclidean>(std::move(file));
      case SpaceKind::planar:
        return probed<AnyGroup<true>>(std::move(file));
      case SpaceKind::spatial:
      case SpaceKind::large:
        break;
    }
    return probed<AnyGroup<false>>(std::move(file));
  } catch (InvalidInput const& mistake) {
    return {{"mistake", mistake.what()}};
  } catch (IoError const& failure) {
    return {{"mistake", failure.what()}};
  } catch (std::exception const& error) {
    return {{"defect", error.what()}};
  }
}

}  // namespace
}  // namespace rattleback::text

int main() {
  for (std::string path; std::getline(std::cin, path);)
    std::cout << rattleback::text::probed(path).dump() << std::endl;
}
