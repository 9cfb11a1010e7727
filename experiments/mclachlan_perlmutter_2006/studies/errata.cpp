#include <fmt/format.h>

#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// A misprint whose two readings can be told apart by a number.
std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E1", "(4.16)", "Sign of the potential in the implicit reversible method",
       "+ (grad V + grad V)/2", "minus sign", "error at t = 2", trapezoidal_sign},
      {"E2", "(4.17)", "Node of the potential in the adjoint of (4.12)", "grad V(q_(i+1))",
       "grad V(q_i)", "adjoint defect", adjoint_node},
      {"E3", "(5.3)", "Nodes of force and constraint in the velocity form", "q_i",
       "q_(i+1), as v_i = (q_(i+1) - q_i)/h", "| |eigenvalue| - 1 | of the map of y",
       non_dla_nodes},
      {"E4", "(5.3)", "What stands in the multiplier of (5.3)", "p_i", "v_i",
       "residual of the constraint", non_dla_multiplier},
      {"E5", "after (4.16)", "Momentum that turns the trapezoidal into the midpoint rule",
       "p_i = v_i + (h/2) grad V(q_i)", "p_i = v_i - (h/2) grad V(q-bar_i)",
       "residual of the midpoint rule", midpoint_momentum},
      {"E6", "section 5.1", "The constraint of the contact oscillator, differentiated",
       "x' + y z' = 0", "x'' + y z'' + y' z' = 0", "residual with and without y' z'",
       differentiated_constraint},
      {"E7", "section 5.1", "The second period of the quasiperiodic orbits in time", "2 pi/gamma",
       "4 pi^2/gamma (2 pi/gamma counts iterates)", "rest of x(t) after a fit with the periods",
       [] { return second_period(rotation_angle(flow_matrix(2), 1)); }}};
  return all;
}

/// E10: multiplier of (3.9) with L_d = L o phi, over that of (4.11), along a path of (4.12).
double multiplier_ratio(double factor) {
  double const h = 0.1;
  auto const z0 = generic_state(), z1 = euler_step(z0, h);
  Eigen::Vector3d const q2 = z1.q + h * z1.v, row = constraint_row(z1.q);
  Eigen::Vector3d const of_4_11 = (q2 - 2 * z1.q + z0.q) / (h * h) + z1.q;
  // D_2 L_d(q_0, q_1) + D_1 L_d(q_1, q_2) for L_d = factor (|(q_1 - q_0)/h|^2/2 - V(q_0))
  Eigen::Vector3d const of_3_9 = factor * ((z1.q - z0.q) / (h * h) - (q2 - z1.q) / (h * h) - z1.q);
  return row.dot(of_3_9) / row.dot(of_4_11);
}

/// An orthonormal basis of C_q.
Eigen::Matrix<double, 3, 2> constraint_plane(Eigen::Vector3d const& q) {
  Eigen::Matrix<double, 3, 2> basis;
  basis << Eigen::Vector3d(-q[1], 0, 1).normalized(), Eigen::Vector3d::UnitY();
  return basis;
}

/// E11: determinant of the identity as a form on C_(q_1) x C_(q_2), in orthonormal bases.
double restricted_determinant(Eigen::Vector3d const& q1, Eigen::Vector3d const& q2) {
  return (constraint_plane(q1).transpose() * constraint_plane(q2)).determinant();
}

/// E14: on a path q_0 ... q_N of (4.12), the number of i for which (3.9) is defined and holds.
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

/// E15: largest departure from y = x^2 at the nodes q_i + (h/2) v_i of the discrete path.
double paraboloid_drift() {
  RunSpec spec;
  spec.setting.case_name = "parabola";
  spec.step = RawQuad(1) / 10;
  spec.steps = 200;
  spec.every = 1;
  auto const run = find_problem("quadric_particle").method("dla_leapfrog").integrate(spec);
  auto const height = [&](std::size_t i) {
    double const x = run.q[i][0] + 0.05 * run.v[i][0], y = run.q[i][1] + 0.05 * run.v[i][1];
    return y - x * x;
  };
  double drift = 0;
  for (std::size_t i = 1; i < run.q.size(); ++i)
    drift = larger_or_nan(drift, std::abs(height(i) - height(0)));
  return drift;
}

/// E16: least distance from q(2h) that the exact flow reaches from q_0 in time h, over all start
/// velocities on the constraint; Gauss-Newton from the scaled velocity 2 v_0.
double reach_defect(double h) {
  auto const s = generic_state();
  auto const flow = [&](double t, double vy, double vz) {
    auto const r =
        find_problem("contact_oscillator")
            .reference(setting_of({s.q[0], s.q[1], s.q[2], -s.q[1] * vz, vy, vz}), {RawQuad(t)})
            .states[0]
            .q;
    return Eigen::Vector3d(double(r[0]), double(r[1]), double(r[2]));
  };
  Eigen::Vector3d const target = flow(2 * h, s.v[1], s.v[2]);
  Eigen::Vector2d u(2 * s.v[1], 2 * s.v[2]);
  Eigen::Vector3d miss;
  for (int i = 0; i < 8; ++i) {
    double const d = 1e-6;
    Eigen::Vector3d const at = flow(h, u[0], u[1]);
    Eigen::Matrix<double, 3, 2> slope;
    slope << (flow(h, u[0] + d, u[1]) - at) / d, (flow(h, u[0], u[1] + d) - at) / d;
    miss = target - at;
    u += slope.colPivHouseholderQr().solve(miss);
  }
  return miss.norm();
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings, 0.8);

  auto const radius = 1 + excess_radius(time_map("dla_euler", 1, step_of_period(40), 40, 0));
  findings.measure("E8", radius, fmt::format("{:.6f} for (4.12) at a = 1, N = 40", radius));

  // Which N below 1.7 a is the largest unstable one, a = 40: odd ones only are.
  int unstable = 0;
  for (int N = 3; N <= 99; N += 2)
    if (excess_radius(time_map("dla_leapfrog", 40, step_of_period(N), N, 0)) > 1e-5) unstable = N;
  double const a_h = 40 * step_of_period(unstable);
  findings.measure("E9", a_h, fmt::format("{:.3f}/a at a = 40", a_h));

  double const plain = multiplier_ratio(1), with_h = multiplier_ratio(0.1);
  findings.measure("E10", plain,
                   fmt::format("{:.6f}; with the factor h {:.6f} h", plain, with_h / 0.1));
  double const printed = restricted_determinant({0, 1, 0}, {0, -1, 0});
  double const corrected = restricted_determinant({0, 1, 0}, {0, 1, 0});
  findings.measure("E11", corrected,
                   fmt::format("{:.3f} on C_q1 x C_q1; {:.1e} on C_q1 x C_q2 with y1 y2 = -1, "
                               "where the method exists",
                               corrected, std::abs(printed)));
  // Arithmetic, which no computation could refute.
  findings.not_checkable("E12", "a form on C_q1 vanishes on some v whenever k > 1");
  findings.not_checkable("E13", "a matter of types: phi(q0, q1) is a point of TQ, not of Q");
  int const N = 10;
  int const equations = dla_equations_that_hold(N);
  findings.measure("E14", equations, fmt::format("{} hold for N = {}", equations, N));
  findings.measure("E15", paraboloid_drift());
  findings.progress(0.8);

  double const coarse = reach_defect(0.6), fine = reach_defect(0.3);
  findings.measure("E16", coarse, fmt::format("{:.1e} (h = 0.6), {:.1e} (h = 0.3)", coarse, fine));
  findings.not_checkable("E18", "punctuation: the factor h is there, and row C12/(4.18) judges it");
  findings.not_checkable("E17", "the number of an equation; (7.16) does not contain q_2");
}

std::vector<Claim> claims() {
  auto all = misprint_claims(misprints());
  all.push_back({.id = "E8",
                 .place = "section 5.1",
                 .statement = "The method whose orbits decay: largest eigenvalue of its time-N map",
                 .printed = "method (4.10)",
                 .criterion = at_most(1 - 1e-6),
                 .reason = "less than one beyond rounding",
                 .correction = "(4.11), (4.12): (4.10) is a Lagrangian"});
  all.push_back({.id = "E9",
                 .place = "section 5.1",
                 .statement = "The critical step of (4.18) for large a",
                 .printed = "pi/a",
                 .criterion = within(4, 0.1),
                 .reason = "steps of 2 sin(pi/N) are 0.1/a apart there; row C5 judges pi/a",
                 .correction = "4/a"});
  all.push_back({.id = "E10",
                 .place = "(4.10), (3.9)",
                 .statement = "Multiplier of (3.9) with L_d = L o phi, over that of (4.11)",
                 .printed = "1",
                 .criterion = within(-1, 1e-9),
                 .reason = "rounding",
                 .correction = "(3.9) has the opposite sign; h L o phi, as (7.4) has it, only "
                               "rescales lambda"});
  all.push_back({.id = "E11",
                 .place = "(4.9)",
                 .statement = "Where the Hessian must be nondegenerate: its determinant",
                 .printed = "C_q1 x C_q2",
                 .criterion = at_least(0.5),
                 .reason = "the identity restricted to one subspace has determinant 1",
                 .correction = "C_q1 x C_q1"});
  all.push_back(
      {.id = "E12",
       .place = "(3.13)",
       .statement = "The form must not vanish",
       .printed = "for all v in C_q1",
       .criterion = within(1, 1e-9),
       .reason = "in units of h^-2",
       .correction = "for some v: nondegenerate; every form vanishes on some v if k > 1"});
  all.push_back({.id = "E13",
                 .place = "definition 7",
                 .statement = "Dimension of the leaves on Q = R^3 (midpoint map)",
                 .printed = "fibre over phi(q0, q1), a point of TQ",
                 .criterion = within(3, 0),
                 .reason = "a whole number, n",
                 .correction = "fibre over tau phi(q0, q1), a point of Q"});
  all.push_back({.id = "E14",
                 .place = "definition 3, proposition 2",
                 .statement = "Number of equations (3.9) on a path q_0 ... q_N, N = 10",
                 .printed = "N (i to N - 1); the intersection from j = i",
                 .criterion = within(9, 0),
                 .reason = "a whole number, N - 1",
                 .correction = "(3.9) for i to N - 2; the intersection from j = 1"});
  all.push_back({.id = "E15",
                 .place = "proposition 9, proof",
                 .statement = "Quadratic constraints without the normal form of the proof are kept "
                              "as well: drift of y - x^2 by (4.18) at the nodes of the path",
                 .printed = "sum lambda_i (q^i)^2 = const., lambda_i in {0, 1, -1}",
                 .criterion = at_most(1e-13),
                 .reason = "rounding over 200 steps",
                 .correction = "the normal form misses paraboloids and parabolic cylinders; the "
                               "statement holds"});
  all.push_back(
      {.id = "E16",
       .place = "propositions 11 and 12",
       .statement = "By scaling, q(2h) can be reached from q_0 in time h (least distance)",
       .printed = "0",
       .criterion = at_most(1e-9),
       .reason = "false with a potential: the flow has no scaling symmetry"});
  all.push_back({.id = "E17",
                 .place = "section 8",
                 .statement = "The equation among whose solutions q_2 the exact flow is one",
                 .printed = "(7.16)",
                 .criterion = {},
                 .reason = "(7.12)"});
  all.push_back({.id = "E18",
                 .place = "(4.18), first line",
                 .statement = "End of the line",
                 .printed = "q_i + (h/2) v_i:",
                 .criterion = {},
                 .reason = "a comma"});
  return all;
}

}  // namespace

Experiment errata() {
  return {.id = "mp2006_errata",
          .paper = "mclachlan_perlmutter_2006",
          .title = "Misprints, each by a number where it has one",
          .about =
              "Formulas as printed and as they should read, on the contact oscillator at the "
              "state q = (0.5, 0.3, -0.4), v = (-0.24, 0.6, 0.8) with h = 0.1 unless said "
              "otherwise.",
          .claims = claims(),
          .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
