#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

struct Contender {
  std::string column, name;
  Run run;
  double order;
};
std::vector<Contender> contenders() {
  auto const runs = [](std::string method, Options options = {}) {
    return on_test_system(std::move(method), "T-affine", std::move(options));
  };
  return {{"rattle", "RATTLE", runs("gni_rattle"), 2},
          {"shake", "GNI of (16)", runs("gni", {{"epsilon", "0"}}), 2},
          {"midpoint", "GNI, midpoint", runs("gni", {{"epsilon", "0.5"}}), 2},
          {"a", "Euler A", runs("gni_euler_a"), 1},
          {"b", "Euler B", runs("gni_euler_b"), 1}};
}

std::string const where =
    "oscillators with a full mass matrix and Y = (-.3 y, .3 x, .2), 100 steps of 0.05";

/// (24) to (28) and the RATTLE form, along nodes of each of the three discrete Lagrangians.
void measure_forms(Study& study) {
  using V = Vector3<Quad>;
  auto system = Oscillator<Quad>::coupled();
  system.affine = true;
  Quad const h = Quad(1) / 20;
  constexpr int steps = 100;
  Largest of_25, of_27, average, of_28, rattle;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    NodeState<Quad> z{system.start().q, system.start().p, 0};
    V before = z.q, now = system.step(z, h, scheme).q;
    for (int k = 1; k < steps; ++k) {
      z = system.step(z, h, scheme);
      auto const next = next_nodes(system, before, now, h, scheme);
      of_27(distance(next.projected, next.with_multipliers));
      V const mu = system.mu(now), Pi = system.M * system.Y(now),
              plus = system.D(2, before, now, h, scheme),
              minus = -system.D(1, now, next.projected, h, scheme);
      average(mu.dot(system.M_inverse * ((plus + minus) / 2 - Pi)));
      V const v = system.M_inverse * plus;
      of_25(mu.dot(system.M_inverse * (plus - Pi)) - mu.dot(v - system.Y(now)));
      if (scheme == Scheme::rattle) {
        of_28(distance(system.two_step(before, now, h, scheme), next.with_multipliers));
        rattle(distance(now, z.q));
      }
      before = now;
      now = next.reflected;
    }
  }
  auto const nodes = catalogue_nodes(study, "gni_rattle", steps, "T-affine");
  for (std::size_t k = 2; k < nodes.size(); ++k)
    rattle(distance(nodes[k], system.two_step(nodes[k - 2], nodes[k - 1], h, Scheme::rattle)));
  measure_in_quad(
      study, where,
      {{"FJM-12/(25)", of_25.value, "largest difference of (25) and (24) at post-momenta", steps},
       {"FJM-12/(27)", of_27.value,
        "largest difference of next nodes by (26) and by (27) for the discrete Lagrangians (10) "
        "and (16)",
        steps},
       {"FJM-12/constraint", average.value,
        "largest |mu G^-1 (p - Pi)| of the average momenta for the discrete Lagrangians (10) and "
        "(16)",
        steps},
       {"FJM-12/(28)", of_28.value, "largest difference of next nodes by (27) for (16) and by (28)",
        steps},
       {"FJM-12/equivalence", rattle.value,
        "largest difference of nodes of (28), of its RATTLE form and of the catalogue's method",
        steps}});
}

}  // namespace

void affine(Study& study) {
  FarthestOrder second{2}, first{1};
  ErrorsOverSteps all;
  for (auto const& c : contenders()) {
    add(all, errors_over_steps(study, c.run, 2, {40, 80, 160, 320, 640},
                               {position_error(c.column), velocity_error("v_" + c.column)}));
    auto& farthest = c.order == 2 ? second : first;
    farthest.add(c.name + " q", all[c.column].order);
    farthest.add(c.name + " v", all["v_" + c.column].order);
  }
  add_table(study, "errors", all);
  study.find("FJM-12/orders", second.value,
             second.text() + "; of the Euler methods: " + first.text());
  measure_forms(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
