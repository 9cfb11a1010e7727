#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::errata_actions_study {

namespace {

Quad const h = Quad(1) / 10;

/// Largest error at T = 4.
double ball_error(BallReading reading, long steps) {
  // The velocity rotates at the rate alpha = 1 about the centre z + (-vy, vx)/alpha.
  Eigen::Vector2d const z0(0.99, 1), centre = z0 + Eigen::Vector2d(1, 1), from = z0 - centre;
  double const c = std::cos(comparison_time), s = std::sin(comparison_time);
  Eigen::Vector2d const exact =
      centre + Eigen::Vector2d(c * from[0] - s * from[1], s * from[0] + c * from[1]);
  return distance(ball_by_recurrence(reading, steps), exact);
}

/// Tabulates errors at T = 4 over h, by the printed and by the corrected equations.
void convergence(Study& study) {
  auto const errors_of = [&](char const* name, std::vector<std::string> columns,
                             std::vector<long> const& counts, auto const& error,
                             auto const& readings) -> rattleback::Table const& {
    auto& table = study.table(name, columns);
    for (long const steps : counts) {
      std::vector<double> row{comparison_time / double(steps)};
      for (auto const reading : readings) row.push_back(error(reading, steps));
      table.add(row);
    }
    return table;
  };
  using Ball = BallReading;
  using Body = VeselovaReading;
  auto const& ball =
      errors_of("ball", {"h", "corrected", "coefficient", "inertia"}, {80, 160, 320, 640},
                ball_error, std::array{Ball::corrected, Ball::coefficient, Ball::inertia});
  auto const q = study.reference(veselova_run("heavy"), {RawQuad(comparison_time)})[0].q;
  Eigen::Vector3d const exact = vector_of<double>(q, 0, 3);
  auto const& body = errors_of(
      "veselova", {"h", "corrected", "sign", "sign_only", "fields"}, {20, 40, 80, 160, 320, 640},
      [&](Body reading, long steps) { return distance(veselova_by_pairs(reading, steps), exact); },
      std::array{Body::corrected, Body::sign, Body::sign_only, Body::fields});
  auto const compare = [&](char const* erratum, rattleback::Table const& table,
                           std::size_t column) {
    std::vector<double> printed, right;
    for (auto const& row : table.rows) {
      printed.push_back(row[column]);
      right.push_back(row[1]);
    }
    study.add_erratum(erratum, printed.back(), right.back(),
                      fmt::format("errors at $T$ = 4 over halved $h$: {} as printed, {}",
                                  in_words(printed), in_words(right)));
  };
  compare("E29", ball, 2);
  compare("E27", ball, 3);
  compare("E21", body, 2);
  compare("E20", body, 4);
}

/// E22: residual of the vector equation along a run, with "=" for its first minus sign, and
/// corrected.
Defects equality_sign(Study& study) {
  auto const q = study.execute_quad(veselova_run("heavy").with(h, 5)).q;
  auto const interval = [&](std::size_t k) {
    return interval_between(vector_of<Quad>(q[k - 1]), vector_of<Quad>(q[k]));
  };
  Largest printed, corrected;
  for (std::size_t k = 2; k < q.size(); ++k) {
    Arrow const g1 = interval(k - 1), g2 = interval(k);
    Vector3 const gamma = gamma_of(g2), rest = vector_equation(g1, g2, h);
    // Pi_2 = Omega_1^T Pi_1 - mgl h^2 gamma x e + lambda gamma
    Vector3 const kick = 2 * h * h * gamma.cross(veselova_axis());
    printed(largest_entry(rest + across(gamma, kick)));
    corrected(largest_entry(rest));
  }
  return {printed.value, corrected.value};
}

/// E19: distance of beta(r_(x,h)(x h'^-1, h')) from x h, by (4.8) and with h' h.
Defects right_translation() {
  Vector3 const gamma{0.6_quad, 0, 0.8_quad};
  Matrix3 const Omega = rodrigues(Vector{{0.2_quad, -0.1_quad, 0.3_quad}}),
                other = rodrigues(Vector{{-0.3_quad, 0.2_quad, 0.1_quad}});
  auto const system = veselova(h, 1);
  // x h = h^T x, and therefore x h'^-1 = h' x.
  Vector3 const from = other * gamma;
  Vector const beta = system.target(stacked(gamma, Omega));
  return {distance(system.target(stacked(from, other)), beta),
          distance(system.target(stacked(from, (other * Omega).eval())), beta)};
}

/// E31: residual of the reduced equations with F^+ - F^- and F^+ + F^- on the right-hand side.
Defects sign_of_the_force(Arrow const& first, Arrow const& second) {
  auto const forces = chaplygin_forces(first, second, h, {});
  return {largest_entry(forces.rest(-1)), largest_entry(forces.rest(1))};
}
/// E30: X left (g)(L_d) minus X left (h)(L_d), as printed in the derivation, or minus X right
/// (h)(L_d).
Defects second_arrow(Arrow const& first, Arrow const& second) {
  auto const system = robot(h);
  Matrix const D = system.distribution({});
  Vector const before = left_fields(system, first, D);
  return {distance(before, left_fields(system, second, D)),
          distance(before, right_fields(system, second, D))};
}

/// E25: (C_xi right)(C_eta left)(L_d) at a unit, minus -xi . I eta and minus xi . I eta/h.
Defects regularity_form() {
  auto const system = veselova(h, 1);
  Vector3 const xi{0.3_quad, -0.2_quad, 0.5_quad}, eta{0.1_quad, 0.7_quad, -0.4_quad};
  Quad const value = -bilinear(system, system.unit(Vector{{0.6_quad, 0, 0.8_quad}}), xi, eta)(0, 0),
             product = xi.dot(veselova_moments().cwiseProduct(eta));
  return {double(abs(value + product)), double(abs(value - product / h))};
}

/// E24 at random points: least size of the derivative of psi for Omega gamma = gamma, where the
/// paper states that it vanishes, and its distance from (Tr(Omega) Id - Omega) gamma elsewhere.
Defects critical_points() {
  Largest corrected;
  double printed = std::numeric_limits<double>::infinity();
  for (int sample = 1; sample <= 5; ++sample) {
    Random random(1, sample);
    Vector3 const gamma = random_plane(random).gamma;
    Matrix3 const about_gamma = rodrigues(Quad(random.uniform(0.1, 0.7)) * gamma),
                  Omega = rodrigues(random_vector(random, 3, 0.5));
    printed = smaller_or_nan(printed, largest_entry(derivative_of_psi(gamma, about_gamma)));
    corrected(distance(derivative_of_psi(gamma, Omega), Omega.trace() * gamma - Omega * gamma));
  }
  return {printed, corrected.value};
}

}  // namespace

void errata_actions(Study& study) {
  convergence(study);
  study.progress(0.7);
  auto const q = study.execute_quad(robot_run().with(h, 2)).q;
  auto const state = [&](std::size_t k) { return vector_of<Quad>(q[k]); };
  Arrow const first = robot_interval(state(0), state(1)),
              second = robot_interval(state(1), state(2));
  char const* const robot = "two intervals of a run of the robot, $h$ = .1";
  compare(study, {{"E19", right_translation(), "one arrow of $S^2$ × SO(3)"},
                  {"E22", equality_sign(study), "a run of five steps of .1, $mgl$ = 1"},
                  {"E24", critical_points(), "five random points each"},
                  {"E25", regularity_form(), "Veselova at one unit, $h$ = .1"},
                  {"E30", second_arrow(first, second), robot},
                  {"E31", sign_of_the_force(first, second), robot}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::errata_actions_study
