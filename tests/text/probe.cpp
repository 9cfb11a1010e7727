// Mechanics of problems in text files, for the comparison with an independent evaluation
// (tests/fuzz/texts.py). Reads paths, one per line, and prints one JSON object per line: in double
// and in quad precision, at each initial condition, coordinates, velocities, energy, derivatives of
// the Lagrangian, constraints, invariants, accelerations and multipliers; or the error in the file.
// Signatures are compiled without methods.

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
template <class S, int N>
Json digits(Vec<S, N> const& numbers, int count = N) {
  auto list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(digits(numbers[i]));
  return list;
}
template <class S, int R, int C>
Json digits(Mat<S, R, C> const& numbers) {
  auto list = Json::array();
  for (int i = 0; i < R; ++i) list.push_back(digits(numbers.row[i]));
  return list;
}

template <class G, int m, bool driven, class S>
Json at_starts(Loaded<G, m> const& made) {
  using P = typename ProblemSignature<G, m, driven>::template General<S>;
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

struct ProbedShape {
  std::string space;
  int constraints;
  bool driven;
  Json (*probe)(ProblemFile& file);
};
template <class G, int m, bool driven = false>
ProbedShape shape(std::string space) {
  return {std::move(space), m, driven, [](ProblemFile& file) -> Json {
            Loaded<G, m> made;
            made.file = std::move(file);
            std::string code;
            auto const findings = ProblemSignature<G, m, driven>::prepare(made, code);
            return {{"found", findings.words},
                    {"double", at_starts<G, m, driven, double>(made)},
                    {"quad", at_starts<G, m, driven, Quad>(made)}};
          }};
}

std::vector<ProbedShape> const& shapes() {
  static std::vector<ProbedShape> const all{
      shape<R<2>, 1>("R2"),
      shape<R<3>, 1>("R3"),
      shape<R<3>, 2>("R3"),
      shape<R<4>, 2>("R4"),
      shape<R<5>, 3>("R5"),
      shape<R<6>, 1>("R6"),
      shape<SE2, 1>("SE2"),
      shape<SO3, 1>("SO3"),
      shape<Product<R<1>, SO3>, 2>("R1 SO3"),
      shape<Product<R<2>, SE2>, 2>("R2 SE2"),
      shape<Product<SE2, R<1>>, 1>("SE2 R1"),
      shape<R<3>, 1, true>("R3"),
      shape<Product<R<2>, SE2>, 2, true>("R2 SE2"),
  };
  return all;
}

Json probed(std::string const& path) {
  try {
    auto file = read_problem(path);
    auto const space = fmt::format("{}", fmt::join(file.space, " "));
    for (auto const& shape : shapes())
      if (shape.space == space && shape.driven == file.driven &&
          shape.constraints == static_cast<int>(file.constraints.size()))
        return shape.probe(file);
    return {{"mistake", fmt::format("no signature {} with {} constraints in this program", space,
                                    file.constraints.size())}};
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

int main(int arguments, char** words) {
  using namespace rattleback::text;
  if (arguments > 1 && std::string(words[1]) == "--shapes") {
    for (auto const& shape : shapes())
      std::cout << shape.constraints << (shape.driven ? " t " : " ") << shape.space << "\n";
    return 0;
  }
  for (std::string path; std::getline(std::cin, path);)
    std::cout << probed(path).dump() << std::endl;
}
