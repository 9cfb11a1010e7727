#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using System = Oscillator<Quad>;
using V = Vector3<Quad>;
Quad const h = Quad(1) / 10;

/// |(F_A^h)^n (F_X^-h)^n z - z| in (q, p~, lambda~), from a start that (14c) admits for -h.
Measured round_trip(Scheme other, int n) {
  auto const system = System::coupled();
  // -h in the start of B is h in that of A: the same p~_0, whose admissibility the map back needs.
  auto const start = system.admissible_start(h, Scheme::a);
  auto z = start;
  for (int i = 0; i < n; ++i) z = system.step(z, -h, other);
  for (int i = 0; i < n; ++i) z = system.step(z, h, Scheme::a);
  return in_quad(double(distance(z, start)), 2 * n);
}

/// The same on T*Q: (R Phi_A)^h, which takes pre-momenta to pre-momenta, after R Phi_B with -h,
/// which does so as well, or after Phi_B R, which takes post-momenta to post-momenta; and after
/// Phi_A R.
struct OnCotangentBundle {
  double of_r_phi_b, of_phi_b_r, of_phi_a_r;
};
OnCotangentBundle on_cotangent_bundle() {
  auto const system = System::coupled();
  auto start = system.start();
  start.p += h / 3 * system.mu(start.q);  // R is the identity on the constraint: leave it
  auto const a = [&](PhasePoint<Quad> const& z) { return system.reflected(system.phi_a(z, h)); };
  auto const r_phi_b = a(system.reflected(system.phi_b(start, -h)));
  auto const phi_b_r = a(system.phi_b(system.reflected(start), -h));
  auto const phi_a_r = a(system.phi_a(system.reflected(start), -h));
  return {double(distance(r_phi_b, start)), double(distance(phi_b_r, start)),
          double(distance(phi_a_r, start))};
}

/// (22): p~ and lambda~ of the new node from (22b), (22c), four linear equations; `sign`: of the
/// kick in (22c).
NodeState<Quad> step_of_22(System const& s, NodeState<Quad> const& z, int sign = 1) {
  NodeState<Quad> next;
  V const kicked = s.V_q(z.q) + s.mu(z.q) * z.lambda;
  next.q = z.q + h * s.M_inverse * z.p - h * h / 2 * (s.M_inverse * kicked);
  V const row = s.mu(next.q);
  Eigen::Matrix<Quad, 4, 4> A = Eigen::Matrix<Quad, 4, 4>::Zero();
  A.topLeftCorner<3, 3>().setIdentity();
  A.topRightCorner<3, 1>() = h / 2 * row;
  A(3, 3) = h / 2 * s.C(next.q);
  Eigen::Matrix<Quad, 4, 1> b;
  b.head<3>() = z.p - h / 2 * kicked - h / 2 * s.V_q(next.q);
  b[3] = row.dot(s.M_inverse * (z.p - sign * h / 2 * kicked));
  Eigen::Matrix<Quad, 4, 1> const x = linear_solution<Quad, 4>(A, b);
  next.p = x.head<3>();
  next.lambda = x[3];
  return next;
}

/// How much the right side of (23c) changes with lambda~_(k+1), (23b) being inserted, in units of
/// (h/2) C(q_(k+1)); and the same of (14e).
struct Coefficients {
  double of_23c, of_14e;
};
Coefficients coefficients(System const& s, NodeState<Quad> const& z) {
  auto const end = s.step(z, h, Scheme::b);
  V const row = s.mu(z.q), row1 = s.mu(end.q), force1 = s.V_q(end.q);
  auto const equations = [&](Quad lambda) {
    V const p = z.p - h / 2 * (s.V_q(z.q) + row * z.lambda + force1 + row1 * lambda);
    Quad const of_23c =
        -row.dot(s.M_inverse * (p + h / 2 * (force1 + row * z.lambda + row1 * lambda)));
    return std::pair{of_23c, Quad(row1.dot(s.M_inverse * (p - h / 2 * force1)))};
  };
  auto const low = equations(0), high = equations(1);
  Quad const unit = h / 2 * s.C(end.q);
  return {double(std::abs((high.first - low.first) / unit)),
          double(std::abs((high.second - low.second) / unit))};
}

void measure_one_step_forms(Study& study) {
  auto const system = System::coupled();
  constexpr int steps = 8;
  Largest of_22, other_sign, of_23c;
  double least_14e = INFINITY;
  auto a = system.admissible_start(h, Scheme::a), b = system.admissible_start(h, Scheme::b);
  for (int k = 0; k < steps; ++k) {
    auto const next = system.step(a, h, Scheme::a);
    of_22(distance(step_of_22(system, a), next));
    other_sign(distance(step_of_22(system, a, -1), next));
    a = next;
    auto const c = coefficients(system, b);
    of_23c(c.of_23c);
    least_14e = smaller_or_nan(least_14e, c.of_14e);
    b = system.step(b, h, Scheme::b);
  }
  study.measure("FJM-08/(22)", in_quad(of_22.value, steps));
  study.control("FJM-08/(22)", "sign of the kick in (22c)", in_quad(other_sign.value, steps));
  study.measure("E8", in_quad(of_23c.value));
  study.control("E8", "(14e) in place of (23c)", in_quad(least_14e));
  study.uses("E8/display");
  auto const display = display_after_23c();
  study.measure("E8/display", "as printed", {.value = display.printed});
  study.measure("E8/display", "corrected", {.value = display.corrected});
  study.control("E8/display", "sign of the reaction", {.value = display.changed});
}

}  // namespace

void adjointness(Study& study) {
  auto& table = study.table("round_trips", {"n", "b", "a", "rattle"});
  double one_step = 0, of_a = 0, of_rattle = 0;
  Largest of_b;
  constexpr int most = 10;
  for (int n = 1; n <= most; ++n) {
    auto const with_a = round_trip(Scheme::a, n);
    double const b = round_trip(Scheme::b, n).value, a = with_a.value,
                 rattle = round_trip(Scheme::rattle, n).value;
    table.add({double(n), larger_or_nan(b, 1e-34), larger_or_nan(a, 1e-34),
               larger_or_nan(rattle, 1e-34)});
    if (n == 1) one_step = larger_or_nan(a, rattle);
    if (n == 5) of_a = a, of_rattle = rattle;
    if (n == most) study.control("FJM-08", "Euler A in place of Euler B", with_a);
    of_b(b);
  }
  study.find("FJM-08/one-step", one_step,
             fmt::format("defect of F_A^h F_X^(-h): {:.1e} for X = A and X = RATTLE; of five "
                         "steps there and back {:.2f} and {:.2f}",
                         one_step, of_a, of_rattle));
  auto const bundle = on_cotangent_bundle();
  study.measure("FJM-08", "maps of node, momentum and multiplier", in_quad(of_b.value, 2 * most));
  study.measure("FJM-08", "maps of T*Q, both of pre-momenta", in_quad(bundle.of_r_phi_b, 2));
  study.measure("FJM-08", "maps of T*Q, pre- and post-momenta", in_quad(bundle.of_phi_b_r, 2));
  study.control("FJM-08", "Euler A on T*Q", in_quad(bundle.of_phi_a_r, 2));
  measure_one_step_forms(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
