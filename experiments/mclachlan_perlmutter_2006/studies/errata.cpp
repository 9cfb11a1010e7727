#include <fmt/format.h>

#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms_exact.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// A6: determinant of the identity as a form on C_(q_1) x C_(q_2), in orthonormal bases.
double restricted_determinant(double y1, double y2) {
  auto const plane = [](double y) {
    Eigen::Matrix<double, 3, 2> basis;
    basis << Eigen::Vector3d(-y, 0, 1).normalized(), Eigen::Vector3d::UnitY();
    return basis;
  };
  return (plane(y1).transpose() * plane(y2)).determinant();
}

/// A3: on a path q_0 ... q_N of (4.12), the number of i for which (3.9) is defined and holds.
int dla_equations_that_hold(int N) {
  double const h = 0.1;
  auto z = generic_state();
  std::vector<Eigen::Vector3d> path{z.q};
  for (; static_cast<int>(path.size()) <= N; z = euler_step(z, h)) path.push_back(z.q + h * z.v);
  int holding = 0;
  for (std::size_t i = 0; i + 2 < path.size(); ++i) {
    Eigen::Vector3d const sum =
        (path[i + 1] - path[i]) / (h * h) - (path[i + 2] - path[i + 1]) / (h * h) - path[i + 1];
    Eigen::Vector3d const row = constraint_row(path[i + 1]).normalized();
    if ((sum - row.dot(sum) * row).norm() < 1e-11) ++holding;
  }
  return holding;
}

void compare(Study& study, std::string const& id, Defects const& d, std::string const& what) {
  study.compare(
      id, d.printed, d.right,
      fmt::format("{}: {:.1e} as printed, {:.1e} as it should read", what, d.printed, d.right));
}

/// The statements that a misprint concerns, by the numbers that tell its readings apart.
void formulas_of_section_4(Study& study) {
  study.measure("E1", "plus", {trapezoidal_residual(0.5)});
  study.measure("E1", "minus", {trapezoidal_residual(-0.5)});
  study.control("E1", "one gradient's weight", {trapezoidal_residual(-1)});
  study.measure("C56", "plus", {trapezoidal_rule_residual(0.5)});
  study.measure("C56", "minus", {trapezoidal_rule_residual(-0.5)});
  study.control("C56", "one gradient's weight", {trapezoidal_rule_residual(-1)});
  study.measure("E2", "q_(i+1)", {adjoint_defect(1)});
  study.measure("E2", "q_i", {adjoint_defect(0)});
  study.control("E2", "midpoint", {adjoint_defect(0.5)});
  compare(study, "B5", {trapezoidal_residual(0.5), trapezoidal_residual(-0.5)},
          "residual of (4.14) on the nodes of a step of (4.16), contact oscillator, h = 0.1");
  compare(study, "A7", {adjoint_defect(1), adjoint_defect(0)},
          "(4.17) with -h after (4.12) with h minus the identity, contact oscillator, h = 0.1");
  study.uses("B5"), study.uses("A7"), study.uses("B6");

  auto const momentum = midpoint_momentum();
  study.measure("E5", "node", {momentum.node});
  study.measure("E5", "variable of the trapezoidal rule", {momentum.own_variable});
  study.measure("E5", "minus sign", {momentum.minus});
  study.control("E5", "h", {momentum.whole_step});
  compare(study, "B6", {momentum.node, momentum.own_variable},
          "residual of the midpoint rule, V = q^2/2 + q^4/4, h = 0.1");
}

}  // namespace

void errata(Study& study) {
  formulas_of_section_4(study);
  compare(study, "A9", non_dla_nodes(),
          "departure from 1 of the spectral radius of the map of (y, vy), h = 0.1");
  compare(study, "A10", non_dla_multiplier(),
          "A(q_i)(v_i + v_(i+1)) with the printed multiplier, contact oscillator, h = 0.1");
  compare(study, "B9", differentiated_constraint(study),
          "the differentiated constraint on the exact motion at t = 1");
  study.progress(0.3);
  compare(
      study, "A8", second_period(study, rotation_angle(flow_matrix(study, 2), 1)),
      "residual of x(t) over 400 periods after a least-squares fit with the two periods, a = 2");
  study.progress(0.9);
  compare(study, "A6",
          {1 - std::abs(restricted_determinant(1, -1)), 1 - std::abs(restricted_determinant(1, 1))},
          "one less the determinant of the Hessian, in units of 1/h^2, at y_1 = 1, y_2 = -1, where "
          "the method exists");
  int const N = 10, holding = dla_equations_that_hold(N);
  compare(study, "A3", {double(N - holding), double(N - 1 - holding)},
          "equations (3.9) of the stated range that a path of (4.12) with N = 10 does not fulfil");
  auto const free = jacobi_equation(false), both = jacobi_equation();
  std::string const jacobi = "residual of (7.2) over the size of U'', t = 0.4";
  compare(study, "A14", {free.printed, free.corrected}, jacobi + ", without constraint");
  compare(study, "A15", {both.without_rate, both.corrected}, jacobi + ", left side corrected");
}

}  // namespace rattleback::mclachlan_perlmutter_2006
