#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::discrete_equations_study {

namespace {

constexpr int forms_steps = 40, shake_steps = 100;
Quad const h = 0.05_quad;
Oscillator const oscillator;

Scheme opposite(Scheme scheme) { return scheme == Scheme::a ? Scheme::b : Scheme::a; }

/// Compares (7), (8), (9), the two-step schemes and the maps with momenta, along 40 steps with each
/// of the three discrete Lagrangians. Changed forms start at the nodes of the unchanged ones.
void compare_forms(Study& study) {
  auto const& s = oscillator;
  Residuals r;
  std::map<Scheme, Largest> two_step, two_step_of_other;
  for (Scheme const scheme : schemes) {
    auto const catalogue = catalogue_nodes(study, method_of(scheme), forms_steps);
    auto z = s.admissible_start(h, scheme);
    Vector3 before = z.q, now = s.step(z, h, scheme).q;  // two nodes initialise (7), (8), (9)
    for (std::size_t k = 1; k <= forms_steps; ++k) {
      auto const exchanged = s.step(s.step(z, h, opposite(scheme)), h, scheme);
      z = s.step(z, h, scheme);
      r.measure("FJM-03/(13)", distance(now, z.q));
      r.measure("FJM-03/(13)", distance(now, catalogue[k]));
      r.control("FJM-03/(13)", "(13) and (14) exchanged",
                distance(exchanged.q, s.step(z, h, scheme).q));
      auto const next = next_nodes(s, before, now, h, scheme),
                 changed =
                     next_nodes(s, before, now, h, scheme, {.reflections = 1, .lowered = true});
      r.measure("FJM-01", distance(next.projected, next.reflected));
      r.control("FJM-01", "Q* once", distance(next.projected, changed.reflected));
      r.measure("FJM-01/(9)", distance(next.with_multipliers, next.reflected));
      r.control("FJM-01/(9)", "index not raised",
                distance(changed.with_multipliers, next.reflected));
      Vector3 const by_two_step = s.two_step(before, now, h, scheme);
      two_step[scheme](distance(next.with_multipliers, by_two_step));
      two_step_of_other[scheme](
          distance(next.with_multipliers, s.two_step(before, now, h, opposite(scheme))));
      if (scheme != Scheme::rattle) {
        Quad const lambda = s.two_step_multiplier(before, now, h, scheme);
        r.measure("FJM-03", "multipliers", lambda - next.lambda / h);
        r.control("FJM-03", "sign of the multiplier", lambda + next.lambda / h);
      }
      before = now;
      now = by_two_step;
    }
  }
  r.supply(study, forms_steps, quad_epsilon);
  double const of_a = two_step[Scheme::a].value, of_b = two_step[Scheme::b].value;
  study.measure("FJM-03", "nodes", in_quad(larger_or_nan(of_a, of_b), forms_steps));
  study.control("FJM-03", "sign of the force in the constraint",
                in_quad(smaller_or_nan(two_step_of_other[Scheme::a].value,
                                       two_step_of_other[Scheme::b].value),
                        forms_steps));
  study.measure("FJM-03/sign", in_quad(of_b, forms_steps));
  study.uses("E7/remark");
  auto const line = shake_line();
  study.measure("FJM-04", "as printed", in_quad(line.printed));
  study.measure("FJM-04", "corrected", "first line", in_quad(line.corrected));
  study.measure("FJM-04", "corrected", "nodes",
                in_quad(two_step[Scheme::rattle].value, forms_steps));
  study.control("FJM-04", "force in the constraint",
                in_quad(two_step_of_other[Scheme::rattle].value, forms_steps));
}

// SHAKE and RATTLE on the unit sphere, with multipliers that project the next node onto the sphere.

/// Point a - lambda b on the sphere.
Vector3 on_sphere(Vector3 const& a, Vector3 const& b) {
  Quad lambda = 0;
  for (int i = 0; i < 40; ++i) {
    Vector3 const q = a - lambda * b;
    lambda += (q.squaredNorm() - 1) / (2 * q.dot(b));
  }
  return a - lambda * b;
}
Vector3 shake_on_sphere(Vector3 const& before, Vector3 const& now) {
  auto const& s = oscillator;
  return on_sphere(2 * now - before - h * h * s.M_inverse * s.V_q(now), s.M_inverse * now);
}
/// Step of RATTLE; `old_force`: force of the first node in both halves of the step.
PhasePoint rattle_on_sphere(PhasePoint const& z, bool old_force) {
  auto const& s = oscillator;
  Vector3 const kicked = z.p - h / 2 * s.V_q(z.q),
                q = on_sphere(z.q + h * s.M_inverse * kicked, s.M_inverse * z.q),
                p = s.M * (q - z.q) / h - h / 2 * s.V_q(old_force ? z.q : q),
                normal = s.M_inverse * q;
  return {q, p - q * (normal.dot(p) / normal.dot(q))};
}

void compare_shake_and_rattle(Study& study) {
  Vector3 const q(0.6_quad, 0, 0.8_quad), v(0.8_quad, 0.5_quad, -0.6_quad);
  auto const distance_on_sphere = [&](bool old_force) {
    auto z = rattle_on_sphere({q, oscillator.M * v}, old_force);
    Vector3 before = q, now = z.q;
    Largest most;
    for (int k = 1; k < shake_steps; ++k) {
      Vector3 const next = shake_on_sphere(before, now);
      z = rattle_on_sphere(z, old_force);
      most(distance(next, z.q));
      before = now;
      now = next;
    }
    return in_quad(most.value, shake_steps);
  };
  study.measure("FJM-04/equivalence", distance_on_sphere(false));
  study.control("FJM-04/equivalence", "force of the first node", distance_on_sphere(true));
}

/// Distance from the initial node after 100 steps of a two-step scheme and 100 reversed steps from
/// its last two nodes.
Measured reversed_two_step(Scheme scheme) {
  auto const start = oscillator.admissible_start(h, scheme);
  auto const run = [&](Vector3 const& first, Vector3 const& second) {
    std::vector<Vector3> q{first, second};
    while (q.size() <= shake_steps)
      q.push_back(oscillator.two_step(q[q.size() - 2], q.back(), h, scheme));
    return q;
  };
  auto const forward = run(start.q, oscillator.step(start, h, scheme).q),
             back = run(forward[shake_steps], forward[shake_steps - 1]);
  Largest most;
  for (std::size_t k = 0; k <= shake_steps; ++k) most(distance(back[k], forward[shake_steps - k]));
  return in_quad(most.value, 2 * shake_steps);
}
/// Distance from the initial state after 100 steps of the map of (q, p~, lambda~) and 100 steps
/// with the reversed momentum.
Measured reversed_map(Scheme scheme) {
  auto const start = oscillator.admissible_start(h, scheme);
  auto z = start;
  for (int way = 0; way < 2; ++way) {
    for (int k = 0; k < shake_steps; ++k) z = oscillator.step(z, h, scheme);
    z.p = -z.p;
  }
  return in_quad(distance(z, start), 2 * shake_steps);
}
/// Smallest |det dq_(k+1)/dq_(k-1)| along 40 steps of SHAKE, or of the discrete Lagrange-d'Alembert
/// principle with mu(q_k) (q_(k+1) - q_k) = 0. Both nodes q_(k+1) are affine in q_(k-1).
Measured least_determinant(bool by_principle) {
  auto const& s = oscillator;
  auto const step = [&](Vector3 const& before, Vector3 const& now) -> Vector3 {
    if (!by_principle) return s.two_step(before, now, h, Scheme::rattle);
    Vector3 const row = s.mu(now), free = s.discrete_euler_lagrange(before, now, h, Scheme::rattle);
    return free - s.M_inverse * row * (row.dot(free - now) / s.C(now));
  };
  auto const start = s.admissible_start(h, Scheme::rattle);
  Vector3 before = start.q, now = s.step(start, h, Scheme::rattle).q;
  double least = INFINITY;
  for (int k = 1; k <= forms_steps; ++k) {
    Matrix3 slope;
    for (int j = 0; j < 3; ++j) {
      Vector3 const e = Vector3::Unit(j);
      slope.col(j) = (step(before + e, now) - step(before - e, now)) / 2;
    }
    least = smaller_or_nan(least, std::abs(double(theory::determinant(slope))));
    Vector3 const next = step(before, now);
    before = now;
    now = next;
  }
  return in_quad(least);
}
void measure_reversibility(Study& study) {
  char const* const id = "FJM-04/reversible";
  study.measure(id, "two-step scheme", reversed_two_step(Scheme::rattle));
  study.control(id, "Euler A", reversed_two_step(Scheme::a));
  study.measure(id, "map of node, momentum and multiplier", reversed_map(Scheme::rattle));
  study.control(id, "map of Euler A", reversed_map(Scheme::a));
  study.measure(id, "not based on the principle", least_determinant(false));
  study.control(id, "step of the principle", least_determinant(true));
}

/// Compares (6) for (16) with Stoermer and Verlet's method, with forces that are not linear.
void compare_verlet(Study& study) {
  Oscillator s;
  s.anharmonic = 1;
  auto const z = s.start();
  Vector3 before = z.q, now = z.q + h * s.M_inverse * z.p;
  Residuals r;
  for (int k = 1; k < forms_steps; ++k) {
    auto const verlet = [&](Quad factor) -> Vector3 {
      return 2 * now - before - factor * h * h * s.M_inverse * s.V_q(now);
    };
    Vector3 const discrete = s.discrete_euler_lagrange(before, now, h, Scheme::rattle);
    r.measure("FJM-04/Verlet", distance(verlet(1), discrete));
    r.control("FJM-04/Verlet", "half the force", distance(verlet(0.5_quad), discrete));
    before = now;
    now = verlet(1);
  }
  r.supply(study, forms_steps, quad_epsilon);
}

/// Measures the free Euler methods as printed and as flows of (10).
void measure_free_methods(Study& study) {
  study.uses("E7");
  auto const symplectic = symplecticity();
  study.measure("FJM-02", "as printed", in_quad(symplectic.worse_printed));
  study.measure("FJM-02", "flows of (10)", in_quad(symplectic.corrected));
  study.control("FJM-02", "momentum of the other node", in_quad(symplectic.better_printed));
  auto const flow = distance_from_flow();
  study.measure("E7", "as printed", in_quad(flow.printed));
  study.measure("E7", "corrected", in_quad(flow.corrected));
  study.control("E7", "flows exchanged", in_quad(flow.changed));
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

}  // namespace rattleback::ferraro_jimenez_martin_2015::discrete_equations_study
