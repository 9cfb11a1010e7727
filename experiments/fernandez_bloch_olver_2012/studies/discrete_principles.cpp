#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// L_d of HDEL or PTHDEL (E = 1) at epsilon = 1/2.
RawQuad discrete_lagrangian(System const& system, std::string const& method, RawQuad const& k,
                            Pair const& a, Pair const& b) {
  Pair const middle{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
  Pair const v{(b[0] - a[0]) / k, (b[1] - a[1]) / k};
  auto const at = reduced_at(system.problem, middle, paper_slope(system.problem));
  if (method == "hdel") return k * (at.f * at.f * at.square(v) / 2 - at.V);
  return k * at.f * (at.square(v) / 2 - at.V + 1);
}

/// Largest derivative of the action sum of a method by the inner nodes of a run of another, or the
/// same, in quad precision, relative to the momenta.
double gradient_of_action(Study& study, System const& system, std::string const& method,
                          std::string const& of_action) {
  auto run = run_of(system, method, "legendre", RawQuad(1) / 16, 6, {{"solve", "newton"}});
  if (system.knife()) run.parameters = {{"alpha", M_PIq / 36}};
  std::vector<Pair> r;
  for (auto const& q : study.execute_quad(run).q) r.push_back({q[0], q[1]});
  double gradient = 0, momentum = 0;
  for (std::size_t i = 1; i + 1 < r.size(); ++i) {
    auto const action = [&](Pair const& moved) -> std::array<RawQuad, 2> {
      RawQuad const before = discrete_lagrangian(system, of_action, run.step, r[i - 1], moved);
      return {before + discrete_lagrangian(system, of_action, run.step, moved, r[i + 1]), before};
    };
    auto const d = derivatives<2, 2>(action, r[i]);
    for (int j = 0; j < 2; ++j) {
      keep(gradient, d[0][j]);
      keep(momentum, d[1][j]);
    }
  }
  return gradient / momentum;
}

/// How far (10) is from an equation that is linear in q_(i+1), for L = (1 + metric q^2) v^2/2 -
/// q^4/4: its second difference over its slope 1/h.
double departure_from_linear(double epsilon, int metric = 0) {
  double const h = 0.1, q = 0.7;
  /// D_1 L_d of (13) by its second argument.
  auto const left = [&](double next) {
    double sum = 0;
    for (double const e : {epsilon, 1 - epsilon}) {
      double const x = (1 - e) * q + e * next, v = (next - q) / h;
      sum += (-(1 + metric * x * x) * v + h * (1 - e) * (metric * x * v * v - x * x * x)) / 2;
    }
    return sum;
  };
  return std::abs(left(2.0) - 2 * left(1.0) + left(0.0)) * h;
}

}  // namespace

void discrete_principles(Study& study) {
  for (auto const& system : systems)
    for (auto const& [method, other] : {std::pair{"hdel", "pthdel"}, {"pthdel", "hdel"}})
      supply(study, name_of(method) + ", " + system.name,
             {{"G11", "as printed", gradient_of_action(study, system, method, method)},
              {"G11", "action of the other method",
               gradient_of_action(study, system, method, other), true}});
  study.measure("G12", "end points", "epsilon = 0", {.value = departure_from_linear(0)});
  study.measure("G12", "end points", "epsilon = 1", {.value = departure_from_linear(1)});
  study.control("G12", "metric that is not constant", {.value = departure_from_linear(0, 1)});
  study.measure("G12", "midpoint", "epsilon = 1/2", {.value = departure_from_linear(0.5)});
}

}  // namespace rattleback::fernandez_bloch_olver_2012
