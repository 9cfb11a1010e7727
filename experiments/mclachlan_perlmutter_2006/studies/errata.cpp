#include <fmt/format.h>

#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::errata_study {

namespace {

/// Residuals of a formula that should vanish: as printed, and as corrected.
struct Defects {
  double printed, right;
};

/// Residual of (4.14) at the middle of three consecutive nodes of a step of (4.16): its components
/// in C, and the constraint of the second pair.
double trapezoidal_residual(double factor) {
  double const h = 0.1;
  auto const z0 = generic_state(), z1 = trapezoidal_step(z0, h, factor);
  Eigen::Vector3d const first = z0.q - h / 2 * z0.v, middle = z0.q + h / 2 * z0.v,
                        last = z1.q + h / 2 * z1.v;
  Eigen::Vector3d const left = (last - 2 * middle + first) / (h * h) + (z0.q + z1.q) / 2;
  Eigen::Vector3d const row = constraint_row(middle).normalized();
  return larger_or_nan((left - row.dot(left) * row).norm(),
                       std::abs(constraint_row((middle + last) / 2).dot(last - middle)) / h);
}

/// Anharmonic oscillator V = q^2/2 + q^4/4 of quartic_step() and trapezoidal_rule_residual().
double quartic_slope(double q) { return q + q * q * q; }
/// Step of (4.16) on the anharmonic oscillator, (q-bar, v) -> (q-bar, v), by fixed-point iteration
/// with the contraction factor h^2/4.
std::pair<double, double> quartic_step(double bar, double v, double h, double factor) {
  double v1 = v;
  for (int i = 0; i < 60; ++i)
    v1 = v + h * factor * (quartic_slope(bar) + quartic_slope(bar + h / 2 * (v + v1)));
  return {bar + h / 2 * (v + v1), v1};
}

/// Residual of the trapezoidal rule, or of the midpoint rule, on a step of (4.16) without
/// constraint.
double trapezoidal_rule_residual(double factor, bool midpoint = false) {
  double const h = 0.1, bar = 0.7, v = 0.3;
  auto const [bar1, v1] = quartic_step(bar, v, h, factor);
  double const slope =
      midpoint ? quartic_slope((bar + bar1) / 2) : (quartic_slope(bar) + quartic_slope(bar1)) / 2;
  return larger_or_nan(std::abs((bar1 - bar) / h - (v + v1) / 2), std::abs((v1 - v) / h + slope));
}

/// Residual of (4.17) with -h, from z0 after a step of (4.12) with h to z1 before it, and grad V at
/// a point between q_0 and q_1.
template <class At>
double adjoint_residual(At const& point) {
  double const h = -0.1;
  auto const z1 = generic_state(), z0 = euler_step(z1, 0.1);
  Eigen::Vector3d const row = constraint_row(z0.q).normalized(),
                        reaction = (z1.v - z0.v) / h + point(z0.q, z1.q);
  return larger_or_nan({(z1.q - z0.q - h * z1.v).norm(),
                        (reaction - row.dot(reaction) * row).norm(),
                        std::abs(constraint_row(z1.q).dot(z1.v))});
}

/// Deviation of the spectral radius of the map of (y, vy) from 1, h = 0.1.
Defects non_dla_nodes() {
  auto const excess = [](bool printed) {
    Eigen::Matrix2d map;
    for (int column = 0; column < 2; ++column) {
      ContactState z{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
      (column == 0 ? z.q[1] : z.v[1]) = 1;
      z = non_dla_step(z, 0.1, printed);
      map.col(column) << z.q[1], z.v[1];
    }
    return std::abs(excess_radius(map));
  };
  return {excess(true), excess(false)};
}

/// Residual of the midpoint rule in (q, p) on a step of the trapezoidal rule without constraints,
/// for four interpretations of p_i = v_i + (h/2) grad V(q_i).
struct MidpointMomentum {
  double node;          ///< q_i is a node with the momentum p_i
  double own_variable;  ///< q-bar_i in the gradient; p_i belongs to the node q_(i-1)
  double minus;         ///< minus sign and q-bar_i; p_i belongs to q_i
  double whole_step;    ///< as `minus`, with h in place of h/2
};
MidpointMomentum midpoint_momentum() {
  double const h = 0.1, bar0 = 0.7, v0 = 0.3;
  auto const [bar1, v1] = quartic_step(bar0, v0, h, -0.5);
  auto const residual = [&](double q0, double p0, double q1, double p1) {
    return larger_or_nan(std::abs((q1 - q0) / h - (p0 + p1) / 2),
                         std::abs((p1 - p0) / h + quartic_slope((q0 + q1) / 2)));
  };
  double const before0 = bar0 - h / 2 * v0, before1 = bar1 - h / 2 * v1;
  double const after0 = bar0 + h / 2 * v0, after1 = bar1 + h / 2 * v1;
  double const kick0 = h / 2 * quartic_slope(bar0), kick1 = h / 2 * quartic_slope(bar1);
  return {residual(after0, v0 + h / 2 * quartic_slope(after0), after1,
                   v1 + h / 2 * quartic_slope(after1)),
          residual(before0, v0 + kick0, before1, v1 + kick1),
          residual(after0, v0 - kick0, after1, v1 - kick1),
          residual(after0, v0 - 2 * kick0, after1, v1 - 2 * kick1)};
}

/// Residuals of the differentiated constraint with the exact accelerations. The printed line
/// repeats the constraint; without the lost term vy vz it is not the derivative.
Defects differentiated_constraint(Study& study) {
  auto const s = study.reference({.problem = "contact_oscillator", .method = ""}, {1})[0];
  double const lambda = double(s.multipliers[0]), y = double(s.q[1]);
  double const ax = lambda - double(s.q[0]), az = lambda * y - double(s.q[2]);
  double const lost = double(s.v[1]) * double(s.v[2]);
  return {std::abs(ax + y * az), std::abs(ax + y * az + lost)};
}

/// Residual of x(t) on a quasiperiodic orbit (a = 2, 400 periods) after a least-squares fit with
/// the frequencies k and k + w, k integer. w = gamma corresponds to the printed second period 2
/// pi/gamma, w = gamma/(2 pi) to the period 4 pi^2/gamma.
Defects second_period(Study& study, double gamma) {
  auto orbit = contact_run("odeint_dopri5", {0.8, 0, 0.3, 0, 2, 0.4});
  orbit.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
  auto const run = study.execute(orbit.with(2 * pi / 32, 32 * 400));
  auto const n = static_cast<Eigen::Index>(run.times.size());
  Eigen::VectorXd x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = run.q[i][0];
  auto const rest = [&](double w) {
    int const last = 12;  // below the Nyquist frequency 16 of the samples
    Eigen::MatrixXd waves(n, 3 * (2 * last + 1));
    for (Eigen::Index i = 0; i < n; ++i)
      for (int k = -last; k <= last; ++k) {
        double const t = run.times[i];
        int const column = 3 * (k + last);
        waves(i, column) = std::cos((k + w) * t);
        waves(i, column + 1) = std::sin((k + w) * t);
        waves(i, column + 2) = k < 0 ? std::sin(k * t) : std::cos(k * t);  // first period, 2 pi
      }
    return (x - waves * theory::least_squares(waves, x)).norm() / x.norm();
  };
  return {rest(gamma), rest(gamma / (2 * pi))};
}

/// A6: determinant of the identity as a form on C_(q_1) x C_(q_2), in orthonormal bases.
double restricted_determinant(double y1, double y2) {
  auto const plane = [](double y) {
    Eigen::Matrix<double, 3, 2> basis;
    basis << Eigen::Vector3d(-y, 0, 1).normalized(), Eigen::Vector3d::UnitY();
    return basis;
  };
  return (plane(y1).transpose() * plane(y2)).determinant();
}

/// A3: number of i for which (3.9) is defined and holds on a path q_0 ... q_N of (4.12).
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
  study.add_erratum(
      id, d.printed, d.right,
      fmt::format("{}: {:.1e} as printed, {:.1e} as it should read", what, d.printed, d.right));
}

/// Measures the statements that a misprint concerns, by the numbers that distinguish their
/// interpretations.
void formulas_of_section_4(Study& study) {
  study.measure("E1", "plus", {trapezoidal_residual(0.5)});
  study.measure("E1", "minus", {trapezoidal_residual(-0.5)});
  study.control("E1", "one gradient's weight", {trapezoidal_residual(-1)});
  study.measure("C56", "plus", {trapezoidal_rule_residual(0.5)});
  study.measure("C56", "minus", {trapezoidal_rule_residual(-0.5)});
  study.control("C56", "one gradient's weight", {trapezoidal_rule_residual(-1)});
  study.control("C56", "midpoint rule", {trapezoidal_rule_residual(-0.5, true)});
  using V = Eigen::Vector3d const&;
  Defects const adjoint{adjoint_residual([](V, V q1) { return q1; }),
                        adjoint_residual([](V q0, V) { return q0; })};
  study.measure("E2", "q_i+1", {adjoint.printed});
  study.measure("E2", "q_i", {adjoint.right});
  study.control("E2", "midpoint",
                {adjoint_residual([](V q0, V q1) -> Eigen::Vector3d { return (q0 + q1) / 2; })});
  compare(study, "B5", {trapezoidal_residual(0.5), trapezoidal_residual(-0.5)},
          "residual of (4.14) on the nodes of a step of (4.16), contact oscillator, $h$ = 0.1");
  compare(
      study, "A7", adjoint,
      "residual of (4.17) with -$h$ on a reversed step of (4.12), contact oscillator, $h$ = 0.1");
  study.uses("B5"), study.uses("A7"), study.uses("B6");

  auto const momentum = midpoint_momentum();
  study.measure("E5", "node", {momentum.node});
  study.measure("E5", "variable of the trapezoidal rule", {momentum.own_variable});
  study.measure("E5", "minus sign", {momentum.minus});
  study.control("E5", "h", {momentum.whole_step});
  compare(study, "B6", {momentum.node, momentum.own_variable},
          "residual of the midpoint rule, $V = q^2/2 + q^4$/4, $h$ = 0.1");
}

}  // namespace

void errata(Study& study) {
  formulas_of_section_4(study);
  compare(study, "A9", non_dla_nodes(),
          "departure from 1 of the spectral radius of the map of ($y$, $v_y$), $h$ = 0.1");
  compare(study, "B9", differentiated_constraint(study),
          "the differentiated constraint on the exact motion at $t$ = 1");
  study.progress(0.3);
  compare(study, "A8", second_period(study, rotation_angle(flow_matrix(study, 2), 1)),
          "residual of $x(t)$ over 400 periods after a least-squares fit with the two periods, $a$ "
          "= 2");
  study.progress(0.9);
  compare(study, "A6",
          {1 - std::abs(restricted_determinant(1, -1)), 1 - std::abs(restricted_determinant(1, 1))},
          "one less the determinant of the Hessian, in units of 1/$h^2$, at $y_1$ = 1, $y_2$ = -1, "
          "where "
          "the method exists");
  int const N = 10, holding = dla_equations_that_hold(N);
  compare(
      study, "A3", {double(N - holding), double(N - 1 - holding)},
      "equations (3.9) of the stated range that a path of (4.12) with $N$ = 10 does not fulfil");
  auto const free = jacobi_equation(false), both = jacobi_equation();
  std::string const jacobi = "residual of (7.2) over the size of $U''$, $t$ = 0.4";
  compare(study, "A14", {free.printed, free.corrected}, jacobi + ", without constraint");
  compare(study, "A15", {both.without_rate, both.corrected}, jacobi + ", left side corrected");
}

}  // namespace rattleback::mclachlan_perlmutter_2006::errata_study
