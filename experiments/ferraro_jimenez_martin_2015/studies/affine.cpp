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

/// (24) to (28) and the RATTLE form, along nodes of each of the three discrete Lagrangians.
void measure_forms(Study& study) {
  using V = Vector3<Quad>;
  auto system = Oscillator<Quad>::coupled();
  system.affine = true;
  Quad const h = Quad(1) / 20;
  constexpr int steps = 100;
  Oscillator<Quad> const linear = Oscillator<Quad>::coupled();
  struct Defects {
    Largest of_25, of_27, average, of_28, rattle;
  } as_printed, changed;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    NodeState<Quad> z{system.start().q, system.start().p, 0};
    V before = z.q, now = system.step(z, h, scheme).q;
    for (int k = 1; k < steps; ++k) {
      z = system.step(z, h, scheme);
      auto const next = next_nodes(system, before, now, h, scheme);
      auto const other = next_nodes(system, before, now, h, scheme, {.Pi = -1});
      as_printed.of_27(distance(next.projected, next.with_multipliers));
      changed.of_27(distance(next.projected, other.with_multipliers));
      V const mu = system.mu(now), Y = system.Y(now), Pi = system.M * Y,
              plus = system.D(2, before, now, h, scheme),
              minus = -system.D(1, now, next.projected, h, scheme);
      V const average = (plus + minus) / 2;
      as_printed.average(mu.dot(system.M_inverse * (average - Pi)));
      changed.average(mu.dot(system.M_inverse * average));
      Quad const of_24 = mu.dot(system.M_inverse * plus - Y);
      as_printed.of_25(mu.dot(system.M_inverse * (plus - Pi)) - of_24);
      changed.of_25(mu.dot(system.M_inverse * (plus - Y)) - of_24);
      if (scheme == Scheme::rattle) {
        as_printed.of_28(distance(system.two_step(before, now, h, scheme), next.with_multipliers));
        changed.of_28(distance(linear.two_step(before, now, h, scheme), next.with_multipliers));
        as_printed.rattle(distance(now, z.q));
        changed.rattle(distance(linear.step(linear.step(z, h, scheme), h, scheme).q,
                                system.step(system.step(z, h, scheme), h, scheme).q));
      }
      before = now;
      now = next.reflected;
    }
  }
  auto const nodes = catalogue_nodes(study, "gni_rattle", steps, "T-affine");
  for (std::size_t k = 2; k < nodes.size(); ++k)
    as_printed.rattle(
        distance(nodes[k], system.two_step(nodes[k - 2], nodes[k - 1], h, Scheme::rattle)));
  for (auto const& [id, residual, control, of_changed] :
       {std::tuple("FJM-12/(25)", as_printed.of_25, "Y in place of Pi", changed.of_25),
        std::tuple("FJM-12/(27)", as_printed.of_27, "sign of Pi", changed.of_27),
        std::tuple("FJM-12/constraint", as_printed.average, "no Pi", changed.average),
        std::tuple("FJM-12/(28)", as_printed.of_28, "no Y", changed.of_28),
        std::tuple("FJM-12/equivalence", as_printed.rattle, "no Y in RATTLE", changed.rattle)}) {
    study.measure(id, in_quad(residual.value, steps));
    study.control(id, control, in_quad(of_changed.value, steps));
  }
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
