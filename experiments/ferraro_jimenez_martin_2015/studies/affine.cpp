#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::affine_study {

namespace {

struct MethodVariant {
  std::string column, name;
  Run run;
  double order;
};
std::vector<MethodVariant> variants() {
  auto const runs = [](std::string method, Options options = {}) {
    return on_test_system(std::move(method), "T-affine", std::move(options));
  };
  return {{"rattle", "RATTLE", runs("gni_rattle"), 2},
          {"shake", "GNI of (16)", runs("gni", {{"epsilon", "0"}}), 2},
          {"midpoint", "GNI, midpoint", runs("gni", {{"epsilon", "0.5"}}), 2},
          {"a", "Euler A", runs("gni_euler_a"), 1},
          {"b", "Euler B", runs("gni_euler_b"), 1}};
}

/// Measures (24) to (28) and the RATTLE form, along nodes of each of the three discrete
/// Lagrangians.
void measure_forms(Study& study) {
  Oscillator const system{.affine = true}, linear;
  Quad const h = 0.05_quad;
  constexpr int steps = 100;
  Residuals r;
  for (Scheme const scheme : schemes) {
    NodeState z{system.start().q, system.start().p, 0};
    Vector3 before = z.q, now = system.step(z, h, scheme).q;
    for (int k = 1; k < steps; ++k) {
      z = system.step(z, h, scheme);
      auto const next = next_nodes(system, before, now, h, scheme);
      auto const other = next_nodes(system, before, now, h, scheme, {.Pi = -1});
      r.measure("FJM-12/(27)", distance(next.projected, next.with_multipliers));
      r.control("FJM-12/(27)", "sign of Pi", distance(next.projected, other.with_multipliers));

      Vector3 const mu = system.mu(now), Y = system.Y(now), Pi = system.M * Y,
                    raised = system.M_inverse * mu, plus = system.D(2, before, now, h, scheme),
                    minus = -system.D(1, now, next.projected, h, scheme),
                    average = (plus + minus) / 2;
      r.measure("FJM-12/constraint", raised.dot(average - Pi));
      r.control("FJM-12/constraint", "no Pi", raised.dot(average));
      Quad const of_24 = mu.dot(system.M_inverse * plus - Y);
      r.measure("FJM-12/(25)", raised.dot(plus - Pi) - of_24);
      r.control("FJM-12/(25)", "Y in place of Pi", raised.dot(plus - Y) - of_24);

      if (scheme == Scheme::rattle) {
        auto const shake = [&](Oscillator const& of) {
          return of.two_step(before, now, h, scheme);
        };
        auto const rattle_twice = [&](Oscillator const& of) {
          return of.step(of.step(z, h, scheme), h, scheme).q;
        };
        r.measure("FJM-12/(28)", distance(shake(system), next.with_multipliers));
        r.control("FJM-12/(28)", "no Y", distance(shake(linear), next.with_multipliers));
        r.measure("FJM-12/equivalence", distance(now, z.q));
        r.control("FJM-12/equivalence", "no Y in RATTLE",
                  distance(rattle_twice(linear), rattle_twice(system)));
      }
      before = now;
      now = next.reflected;
    }
  }
  auto const q = catalogue_nodes(study, "gni_rattle", steps, "T-affine");
  for (std::size_t k = 2; k < q.size(); ++k)
    r.measure("FJM-12/equivalence",
              distance(q[k], system.two_step(q[k - 2], q[k - 1], h, Scheme::rattle)));
  r.supply(study, steps, quad_epsilon);
}

}  // namespace

void affine(Study& study) {
  ErrorsOverSteps all;
  for (auto const& c : variants()) {
    add(all, errors_over_steps(study, c.run, 2, {40, 80, 160, 320, 640},
                               {position_error(c.column), velocity_error("v_" + c.column)}));
  }
  add_table(study, "errors", all);
  measure_forms(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::affine_study
