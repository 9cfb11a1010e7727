#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::adjointness_study {

namespace {

Quad const h = 0.1_quad;
Oscillator const oscillator;

/// Distance |(F_X^h)^n (F_Y^-h)^n z - z| in (q, p~, lambda~), X = `last`, Y = `first`.
double round_trip(Scheme last, Scheme first, int n) {
  // h in the start of A is -h in that of B: the same p~_0, which the adjoint map requires.
  auto const start = oscillator.admissible_start(h, last);
  auto z = start;
  for (int i = 0; i < n; ++i) z = oscillator.step(z, -h, first);
  for (int i = 0; i < n; ++i) z = oscillator.step(z, h, last);
  return distance(z, start);
}

/// Measures round trips on T*Q with (R Phi_A)^h, which maps post-momenta p^- to post-momenta, after
/// R Phi_B with -h, which maps post-momenta too; after Phi_B R, which maps pre-momenta p^+; and
/// after Phi_A R.
void measure_on_cotangent_bundle(Study& study) {
  auto start = oscillator.start();
  // Initial point outside the constraint, on which R is the identity.
  start.p += h / 3 * oscillator.mu(start.q);
  auto const R = [](PhasePoint const& z) { return oscillator.reflected(z); };
  auto const defect = [&](PhasePoint const& z) {
    return in_quad(distance(R(oscillator.phi_a(z, h)), start), 2);
  };
  study.measure("FJM-08", "maps of T*Q, both of post-momenta",
                defect(R(oscillator.phi_b(start, -h))));
  study.measure("FJM-08", "maps of T*Q, pre- and post-momenta",
                defect(oscillator.phi_b(R(start), -h)));
  study.control("FJM-08", "Euler A on T*Q", defect(oscillator.phi_a(R(start), -h)));
}

/// Step by (22): p~ and lambda~ of the new node from (22b), (22c), four linear equations. `sign`:
/// sign of the kick in (22c).
NodeState step_of_22(NodeState const& z, int sign = 1) {
  auto const& s = oscillator;
  Vector3 const kicked = s.V_q(z.q) + s.mu(z.q) * z.lambda,
                q = z.q + h * s.M_inverse * z.p - h * h / 2 * (s.M_inverse * kicked), mu = s.mu(q);
  Eigen::Matrix<Quad, 4, 4> A;
  A << Matrix3::Identity(), h / 2 * mu, 0, 0, 0, h / 2 * s.C(q);
  Eigen::Matrix<Quad, 4, 1> b;
  b << z.p - h / 2 * kicked - h / 2 * s.V_q(q), mu.dot(s.M_inverse * (z.p - sign * h / 2 * kicked));
  Eigen::Matrix<Quad, 4, 1> const x = theory::solution(A, b);
  return {q, x.head<3>(), x[3]};
}

/// Changes of the right-hand sides of (23c) and of (14e) with lambda~_(k+1), after substitution of
/// (23b), in units of (h/2) C(q_(k+1)).
struct Coefficients {
  double of_23c, of_14e;
};
Coefficients coefficients(NodeState const& z) {
  auto const& s = oscillator;
  auto const end = s.step(z, h, Scheme::b);
  Vector3 const mu = s.mu(z.q), mu1 = s.mu(end.q), force1 = s.V_q(end.q);
  auto const equations = [&](Quad lambda) -> Eigen::Matrix<Quad, 2, 1> {
    Vector3 const p = z.p - h / 2 * (s.V_q(z.q) + mu * z.lambda + force1 + mu1 * lambda),
                  of_23c = p + h / 2 * (force1 + mu * z.lambda + mu1 * lambda),
                  of_14e = p - h / 2 * force1;
    return {-mu.dot(s.M_inverse * of_23c), mu1.dot(s.M_inverse * of_14e)};
  };
  auto const change = ((equations(1) - equations(0)) / (h / 2 * s.C(end.q))).eval();
  return {double(change[0]), double(change[1])};
}

void measure_one_step_forms(Study& study) {
  constexpr int steps = 8;
  Residuals r;
  Largest of_23c;
  double least_14e = INFINITY;
  auto a = oscillator.admissible_start(h, Scheme::a), b = oscillator.admissible_start(h, Scheme::b);
  for (int k = 0; k < steps; ++k) {
    auto const next = oscillator.step(a, h, Scheme::a);
    r.measure("FJM-08/(22)", distance(step_of_22(a), next));
    r.control("FJM-08/(22)", "sign of the kick in (22c)", distance(step_of_22(a, -1), next));
    a = next;
    auto const c = coefficients(b);
    of_23c(c.of_23c);
    least_14e = smaller_or_nan(least_14e, std::abs(c.of_14e));
    b = oscillator.step(b, h, Scheme::b);
  }
  r.supply(study, steps, quad_epsilon);
  study.measure("E8", in_quad(of_23c.value));
  study.control("E8", "(14e) in place of (23c)", in_quad(least_14e));
  study.uses("E8/display");
  auto const display = display_after_23c();
  study.measure("E8/display", "as printed", in_quad(display.printed));
  study.measure("E8/display", "corrected", in_quad(display.corrected));
  study.control("E8/display", "sign of the reaction", in_quad(display.changed));
}

}  // namespace

void adjointness(Study& study) {
  auto& table = study.table("round_trips", {"n", "b", "a", "rattle"});
  constexpr int most = 10;
  Largest of_ab, of_ba;
  for (int n = 1; n <= most; ++n) {
    Numbers row{double(n)};
    for (Scheme const other : {Scheme::b, Scheme::a, Scheme::rattle})
      row.push_back(larger_or_nan(round_trip(Scheme::a, other, n), 1e-34));
    table.add(row);
    of_ab(round_trip(Scheme::a, Scheme::b, n));
    of_ba(round_trip(Scheme::b, Scheme::a, n));
  }
  char const* const on_triples = "maps of node, momentum and multiplier";
  study.measure("FJM-08", on_triples, "B, then A", in_quad(of_ab.value, 2 * most));
  study.measure("FJM-08", on_triples, "A, then B", in_quad(of_ba.value, 2 * most));
  study.control("FJM-08", "Euler A in place of Euler B",
                in_quad(round_trip(Scheme::a, Scheme::a, most), 2 * most));
  measure_on_cotangent_bundle(study);
  measure_one_step_forms(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::adjointness_study
