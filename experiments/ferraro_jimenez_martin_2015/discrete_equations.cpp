#include <fmt/format.h>

#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;

constexpr std::array schemes{Scheme::a, Scheme::rattle, Scheme::b};
std::string method_of(Scheme scheme) {
  return scheme == Scheme::a ? "gni_euler_a" : scheme == Scheme::b ? "gni_euler_b" : "gni_rattle";
}

/// q_(k+1) from q_(k-1), q_k by each of (7), (8), (9). D_1 L_d is affine in its second argument.
struct ThreeForms {
  V from_7, from_8, from_9;
};
ThreeForms next_nodes(Oscillator<Quad> const& system, V const& q0, V const& q1, Quad h,
                      Scheme scheme) {
  V const D2 = system.D(2, q0, q1, h, scheme), c = system.D(1, q1, q1, h, scheme);
  Matrix3<Quad> B, Q_star;
  for (int j = 0; j < 3; ++j) {
    B.col(j) = system.D(1, q1, q1 + V::Unit(j), h, scheme) - c;
    Q_star.col(j) = system.normal_part(q1, V::Unit(j));
  }
  Matrix3<Quad> const P_star = Matrix3<Quad>::Identity() - Q_star;

  // (7) is six equations of rank three, which their normal equations solve.
  Matrix3<Quad> const PB = P_star * B, QB = Q_star * B;
  V const right_P = -P_star * V(c + D2), right_Q = -Q_star * V(c - D2);
  Matrix3<Quad> const normal = PB.transpose() * PB + QB.transpose() * QB;
  V const normal_right = PB.transpose() * right_P + QB.transpose() * right_Q;
  V const from_7 = linear_solution<Quad, 3>(normal, normal_right);

  V const reflected = D2 - 2 * (Q_star * D2);
  V const from_8 = linear_solution<Quad, 3>(B, -c - reflected);

  V const mu = system.mu(q1), raised = system.M_inverse * mu;
  Eigen::Matrix<Quad, 4, 4> with_multiplier = Eigen::Matrix<Quad, 4, 4>::Zero();
  with_multiplier.topLeftCorner<3, 3>() = B;
  with_multiplier.topRightCorner<3, 1>() = -mu;
  with_multiplier.bottomLeftCorner<1, 3>() = raised.transpose() * B;
  Eigen::Matrix<Quad, 4, 1> right_9;
  right_9.head<3>() = -c - D2;
  right_9[3] = raised.dot(D2 - c);
  V const from_9 = linear_solution<Quad, 4>(with_multiplier, right_9).head<3>();
  return {q1 + from_7, q1 + from_8, q1 + from_9};
}

/// FJM-01 and FJM-03, along 40 steps of h = 0.05 with each of the three discrete Lagrangians.
void compare_forms(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const h = Quad(1) / 20;
  double among_forms = 0, between_schemes = 0;
  for (Scheme const scheme : schemes) {
    auto const catalogue =
        Candidate{test_system, "T", method_of(scheme)}.run_quad(RawQuad(1) / 20, 40, 1);
    auto z = system.admissible_start(h, scheme);
    V before = z.q, now = system.step(z, h, scheme).q;  // two nodes start (7), (8), (9)
    for (std::size_t k = 1; k <= 40; ++k) {
      z = system.step(z, h, scheme);
      V const from_catalogue(catalogue.q[k][0], catalogue.q[k][1], catalogue.q[k][2]);
      between_schemes = larger_or_nan(
          {between_schemes, double(distance(now, z.q)), double(distance(now, from_catalogue))});
      auto const next = next_nodes(system, before, now, h, scheme);
      among_forms = larger_or_nan({among_forms, double(distance(next.from_7, next.from_8)),
                                   double(distance(next.from_9, next.from_8))});
      before = now;
      now = next.from_8;
    }
  }
  findings.measure("FJM-01", among_forms);
  findings.measure("FJM-03", between_schemes);
}

/// SHAKE as remark 5.1 has it (with q_(k-1)), beside the GNI of (16) and RATTLE.
void compare_shake(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const h = Quad(1) / 20;
  RawQuad const step = RawQuad(1) / 20;
  auto const gni = Candidate{test_system, "T", "gni", {{"epsilon", "0"}}}.run_quad(step, 100, 1);
  auto const rattle = Candidate{test_system, "T", "gni_rattle"}.run_quad(step, 100, 1);
  auto const node = [](Trajectory<RawQuad> const& run, std::size_t k) {
    return V(run.q[k][0], run.q[k][1], run.q[k][2]);
  };
  double largest = 0;
  V before = node(rattle, 0), now = node(rattle, 1);
  for (std::size_t k = 1; k <= 100; ++k) {
    largest = larger_or_nan({largest, double(distance(node(gni, k), node(rattle, k))),
                             double(distance(now, node(rattle, k)))});
    V const free = 2 * (now - before) - h * h * system.M_inverse * system.V_q(now);
    V const mu = system.mu(now);
    V const next = before + free - system.M_inverse * mu * (mu.dot(free) / system.C(now));
    before = now;
    now = next;
  }
  findings.measure("FJM-04", largest);
}

void compute(Findings& findings) {
  compare_forms(findings);
  findings.progress(0.6);
  auto const defect = symplecticity();
  findings.measure("FJM-02", defect.corrected,
                   fmt::format("{:.1e}; as printed {:.1e}", defect.corrected, defect.printed));
  compare_shake(findings);
}

std::string const rounding = "rounding in quad precision over the run";

}  // namespace

Experiment discrete_equations() {
  return {
      .id = "fjm2015_discrete_equations",
      .paper = "ferraro_jimenez_martin_2015",
      .title = "One method in many forms",
      .about =
          "The GNI equations in the forms (7), (8), (9), the nonholonomic Euler methods and "
          "RATTLE, each written from its own formula and compared in quad precision.",
      .choices = oscillator_choices(),
      .claims =
          {{.id = "FJM-01",
            .place = "(7), (8), (9)",
            .statement = "Projected, reflected and multiplier form give the same next node, for "
                         "the discrete Lagrangians (10) and (16), 40 steps of 0.05: largest "
                         "difference",
            .printed = "equivalent",
            .criterion = at_most(1e-28),
            .reason = rounding},
           {.id = "FJM-02",
            .place = "section 5, Euler A and Euler B",
            .statement = "The free Euler methods are symplectic: largest entry of D^T J D - J, "
                         "h = 0.1",
            .printed = "symplectic",
            .criterion = at_most(1e-14),
            .reason = "rounding; the maps are linear for this potential",
            .correction = "E7: p' in A's first and q' in B's second line; as printed they are the "
                          "explicit and the implicit Euler method"},
           {.id = "FJM-03",
            .place = "(10) to (14)",
            .statement = "(9) with derivatives of L_d^A, L_d^B and (16), the schemes (13), (14), "
                         "(15) and the catalogue's methods have the same nodes, 40 steps of 0.05: "
                         "largest difference",
            .printed = "equal",
            .criterion = at_most(1e-28),
            .reason = rounding},
           {.id = "FJM-04",
            .place = "remark 5.1",
            .statement = "The GNI of (16), nonholonomic SHAKE and nonholonomic RATTLE have the "
                         "same nodes, 100 steps of 0.05: largest difference",
            .printed = "algebraically equivalent",
            .criterion = at_most(1e-28),
            .reason = rounding,
            .correction = "E7/remark: q_(k-1) at the end of the first line"}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
