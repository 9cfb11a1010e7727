#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
using Nodes = std::vector<V>;

constexpr int forms_steps = 40, shake_steps = 100;
Quad const h = Quad(1) / 20;

Scheme opposite(Scheme scheme) { return scheme == Scheme::a ? Scheme::b : Scheme::a; }

/// (7), (8), (9), the two-step schemes and the maps with momenta, along 40 steps with each of the
/// three discrete Lagrangians. Changed forms begin at the same nodes.
void compare_forms(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  Largest seven, nine, with_momenta, one_reflection, lowered, momenta_of_other;
  std::map<Scheme, Largest> two_step, two_step_of_other;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    auto const catalogue = catalogue_nodes(study, method_of(scheme), forms_steps);
    auto z = system.admissible_start(h, scheme);
    V before = z.q, now = system.step(z, h, scheme).q;  // two nodes start (7), (8), (9)
    for (std::size_t k = 1; k <= forms_steps; ++k) {
      momenta_of_other(distance(system.step(system.step(z, h, opposite(scheme)), h, scheme).q,
                                system.step(system.step(z, h, scheme), h, scheme).q));
      z = system.step(z, h, scheme);
      with_momenta(distance(now, z.q));
      with_momenta(distance(now, catalogue[k]));
      auto const next = next_nodes(system, before, now, h, scheme),
                 changed = next_nodes(system, before, now, h, scheme,
                                      {.reflections = 1, .lowered = true});
      seven(distance(next.projected, next.reflected));
      nine(distance(next.with_multipliers, next.reflected));
      one_reflection(distance(next.projected, changed.reflected));
      lowered(distance(changed.with_multipliers, next.reflected));
      V const by_two_step = system.two_step(before, now, h, scheme);
      two_step[scheme](distance(next.with_multipliers, by_two_step));
      two_step_of_other[scheme](
          distance(next.with_multipliers, system.two_step(before, now, h, opposite(scheme))));
      before = now;
      now = by_two_step;
    }
  }
  double const of_a = two_step[Scheme::a].value, of_b = two_step[Scheme::b].value;
  study.measure("FJM-01", in_quad(seven.value, forms_steps));
  study.control("FJM-01", "Q* once", in_quad(one_reflection.value, forms_steps));
  study.measure("FJM-01/(9)", in_quad(nine.value, forms_steps));
  study.control("FJM-01/(9)", "index not raised", in_quad(lowered.value, forms_steps));
  study.measure("FJM-03", in_quad(larger_or_nan(of_a, of_b), forms_steps));
  study.control("FJM-03", "sign of the force in the constraint",
                in_quad(smaller_or_nan(two_step_of_other[Scheme::a].value,
                                       two_step_of_other[Scheme::b].value),
                        forms_steps));
  study.measure("FJM-03/sign", in_quad(of_b, forms_steps));
  study.measure("FJM-03/(13)", in_quad(with_momenta.value, forms_steps));
  study.control("FJM-03/(13)", "(13) and (14) exchanged",
                in_quad(momenta_of_other.value, forms_steps));
  study.uses("E7/remark");
  study.measure("FJM-04", "as printed", {.value = shake_line().printed});
  study.measure("FJM-04", "corrected", in_quad(two_step[Scheme::rattle].value, forms_steps));
  study.control("FJM-04", "force in the constraint",
                in_quad(two_step_of_other[Scheme::rattle].value, forms_steps));
}

/// SHAKE and RATTLE on the unit sphere, with multipliers that bring the next node back to it.
struct OnSphere {
  Oscillator<Quad> system = Oscillator<Quad>::coupled();

  /// a - lambda b on the sphere.
  static V back(V const& a, V const& b) {
    Quad lambda = 0;
    for (int i = 0; i < 40; ++i) {
      V const q = a - lambda * b;
      lambda += (q.squaredNorm() - 1) / (2 * q.dot(b));
    }
    return a - lambda * b;
  }
  V shake(V const& before, V const& now) const {
    return back(V(2 * now - before - h * h * system.M_inverse * system.V_q(now)),
                system.M_inverse * now);
  }
  /// `old_force`: that of the first node in both halves of the step.
  PhasePoint<Quad> rattle(PhasePoint<Quad> const& z, bool old_force = false) const {
    V const kicked = z.p - h / 2 * system.V_q(z.q);
    V const q = back(V(z.q + h * system.M_inverse * kicked), system.M_inverse * z.q);
    V const p = system.M * (q - z.q) / h - h / 2 * system.V_q(old_force ? z.q : q),
            normal = system.M_inverse * q;
    return {q, p - q * (normal.dot(p) / normal.dot(q))};
  }
};

void compare_shake_and_rattle(Study& study) {
  OnSphere const sphere;
  V const q(Quad(6) / 10, 0, Quad(8) / 10), v(Quad(8) / 10, Quad(5) / 10, Quad(-6) / 10);
  auto const distance_on_sphere = [&](bool old_force) {
    auto z = sphere.rattle({q, sphere.system.M * v}, old_force);
    V before = q, now = z.q;
    Largest most;
    for (int k = 1; k < shake_steps; ++k) {
      V const next = sphere.shake(before, now);
      z = sphere.rattle(z, old_force);
      most(distance(next, z.q));
      before = now;
      now = next;
    }
    return in_quad(most.value, shake_steps);
  };
  study.measure("FJM-04/equivalence", distance_on_sphere(false));
  study.control("FJM-04/equivalence", "force of the first node", distance_on_sphere(true));
}

/// 100 steps and as many back, of the two-step schemes from the last two nodes and of the maps of
/// (q, p~, lambda~) with the momentum reversed.
void measure_reversibility(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  for (Scheme const scheme : {Scheme::rattle, Scheme::a}) {
    auto const start = system.admissible_start(h, scheme);
    Nodes forward{start.q, system.step(start, h, scheme).q};
    auto const run = [&](Nodes nodes) {
      while (nodes.size() <= shake_steps)
        nodes.push_back(system.two_step(nodes[nodes.size() - 2], nodes.back(), h, scheme));
      return nodes;
    };
    forward = run(forward);
    Nodes const back = run({forward[shake_steps], forward[shake_steps - 1]});
    Largest two_step;
    for (std::size_t k = 0; k <= shake_steps; ++k)
      two_step(distance(back[k], forward[shake_steps - k]));
    auto state = start;
    for (int way = 0; way < 2; ++way) {
      for (int k = 0; k < shake_steps; ++k) state = system.step(state, h, scheme);
      state.p = -state.p;
    }
    auto const of_nodes = in_quad(two_step.value, 2 * shake_steps),
               of_map = in_quad(double(distance(state, start)), 2 * shake_steps);
    if (scheme == Scheme::a) {
      study.control("FJM-04/reversible", "Euler A", of_nodes);
      study.control("FJM-04/reversible", "map of Euler A", of_map);
    } else {
      study.measure("FJM-04/reversible", "two-step scheme", of_nodes);
      study.measure("FJM-04/reversible", "map of node, momentum and multiplier", of_map);
    }
  }
}

void compare_verlet(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  auto const z = system.start();
  V before = z.q, now = z.q + h * system.M_inverse * z.p;
  Largest difference, half_force;
  for (int k = 1; k < forms_steps; ++k) {
    auto const verlet = [&](Quad factor) -> V {
      return 2 * now - before - factor * h * h * system.M_inverse * system.V_q(now);
    };
    V const discrete = system.discrete_euler_lagrange(before, now, h, Scheme::rattle);
    difference(distance(verlet(1), discrete));
    half_force(distance(verlet(Quad(1) / 2), discrete));
    before = now;
    now = verlet(1);
  }
  study.measure("FJM-04/Verlet", in_quad(difference.value, forms_steps));
  study.control("FJM-04/Verlet", "half the force", in_quad(half_force.value, forms_steps));
}

/// The free Euler methods as they are printed and as flows of (10).
void measure_free_methods(Study& study) {
  study.uses("E7");
  auto const symplectic = symplecticity();
  study.measure("FJM-02", "as printed", {.value = symplectic.worse_printed});
  study.measure("FJM-02", "flows of (10)", {.value = symplectic.corrected});
  study.control("FJM-02", "momentum of the other node", {.value = symplectic.better_printed});
  auto const flow = distance_from_flow();
  study.measure("E7", "as printed", {.value = flow.printed});
  study.measure("E7", "corrected", {.value = flow.corrected});
  study.control("E7", "flows exchanged", {.value = flow.changed});
  for (auto const& free : free_euler_errors()) {
    auto const order = order_in(free.errors, "error", 2);
    if (free.reading.empty())
      study.control("FJM-02/order", "composition of both", order);
    else
      study.measure("FJM-02/order", free.reading, free.method, order);
  }
}

}  // namespace

void discrete_equations(Study& study) {
  compare_forms(study);
  study.progress(0.6);
  compare_shake_and_rattle(study);
  measure_reversibility(study);
  compare_verlet(study);
  measure_free_methods(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
