
#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball_equations_study {

namespace {

using namespace ball;

constexpr int steps = 100;
constexpr double h = 0.15;

/// Masses, radii and inertias for the comparison of formulas; the third set is the paper's.
std::vector<BallData> const& samples() {
  static std::vector<BallData> const all{{1, 1, Vec3(2, 2, 2) / 3, 1},
                                         {0.7, 1.3, Vec3(0.4, 0.9, 0.6), -0.5},
                                         {},
                                         {5, 0.2, Vec3(0.1, 0.07, 0.15), 2}};
  return all;
}

/// Number of columns that depend on the others.
double dependence(Eigen::MatrixXd const& basis) {
  return double(basis.cols() - theory::rank(basis));
}

/// Measures defects of the printed bases, matrices and forms, for four sets of data. For the
/// controls: another sign, the inertias I_1 and I_2 of the printed formulas, or a vector of the
/// bases is changed, h/2 in (43), and (40) lacks Omega.
void measure_printed_data(Study& study, bool changed) {
  Residuals r;
  auto const add = [&](std::string_view id, std::string_view control, double residual,
                       std::string_view reading = "as printed") {
    changed ? r.control(id, control, residual) : r.measure(id, reading, residual);
  };
  double const x = 0.7, y = -1.2, sign = changed ? -1 : 1;
  int contradictions = 0;  // for "linear or affine"
  for (auto const& b : samples()) {
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(5, 3), normal = Eigen::MatrixXd::Zero(5, 2);
    D(0, 0) = sign * b.r, D(3, 0) = 1, D(1, 1) = -b.r, D(2, 1) = 1, D(4, 2) = 1;
    normal(0, 0) = 1, normal(3, 0) = -sign * b.m * b.r / b.I[1];
    normal(1, 1) = 1, normal(2, 1) = b.m * b.r / b.I[0];
    add("FJM-15/D", "sign of r e_1", largest_entry(b.mu().lazyProduct(D)), "in the distribution");
    Eigen::MatrixXd right = D;
    right(0, 0) = b.r;
    add("FJM-15/D-perp", "sign of e_4",
        largest_entry(right.transpose().lazyProduct(b.metric().lazyProduct(normal))), "orthogonal");
    if (changed) D.col(2) = D.col(0) + D.col(1), normal.col(1) = 2 * normal.col(0);
    add("FJM-15/D", "sum in place of e_5", dependence(D), "independent");
    add("FJM-15/D-perp", "one vector twice", dependence(normal), "independent");

    auto printed = b;
    if (changed) std::swap(printed.I[0], printed.I[1]);
    add("FJM-15/(44)", "I_1 and I_2 exchanged",
        largest_entry(printed.printed_Q() - b.projection()));
    add("FJM-15/(45)", "I_1 and I_2 exchanged",
        largest_entry(printed.printed_P() + b.projection() - Mat5::Identity()));
    // (40) at the field Y~, and the metric dual of Y~.
    Vec5 Y;
    Y << -b.Omega * y, sign * b.Omega * x, 0, 0, 0;
    add("FJM-15/Y", "sign of the second component", largest_entry(b.constraint(x, y, Y)));
    add("FJM-15/Pi", "sign of the second component", largest_entry(b.metric() * Y - b.Pi(x, y)));
    // h times (41) at the mean velocity, and (43).
    double const x1 = 0.9, y1 = -1.1;
    Vec3 const w(0.3, -0.5, 0.8);
    Vec5 v;
    v << (x1 - x) / h, (y1 - y) / h, w;
    double const by_43 =
        b.m / ((changed ? 1 : 2) * h) * ((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)) +
        h / 2 * (b.I[0] * w[0] * w[0] + b.I[1] * w[1] * w[1] + b.I[2] * w[2] * w[2]);
    add("FJM-15/(43)", "m/h in place of m/(2 h)", by_43 / (h / 2 * v.dot(b.metric() * v)) - 1);
    for (double const Omega : {0.0, b.Omega}) {
      BallData table = b;
      table.Omega = changed ? 0 : Omega;
      bool const rests = largest_entry(table.constraint(x, y, Vec5::Zero())) == 0;
      contradictions += rests != (Omega == 0);
    }
  }
  add("FJM-15/affine", "no Omega in (40)", contradictions);
  r.supply(study, 1, 0x1p-52);
}

/// E12: distance of the momenta of the printed Fl_d from those of (29) for L_d(g) = l_d(tau^-1(g)),
/// computed along curves in the group; with D_3 with respect to omega and to h omega, and with the
/// other sign of the argument of dtau^-1.
void measure_legendre_transformations(Study& study) {
  Vector3 const w(0.3_quad, -0.5_quad, 0.8_quad), I(1, 1.1_quad, 1.2_quad);
  Quad const step = 0.15_quad;
  GroupJet const g = so3.retract(Tau::cayley, Vector3(step * w)).cast<QuadJet>();
  auto const lagrangian = [&](GroupJet const& at) -> QuadJet {
    AlgebraJet const omega = so3.inverse_cayley(at) / QuadJet(step);
    return step / 2 * omega.dot(I.cast<QuadJet>().cwiseProduct(omega));
  };
  Vector3 const by_omega = step * I.cwiseProduct(w), by_h_omega = I.cwiseProduct(w);
  Residuals r;
  for (bool const at_end : {false, true}) {
    Vector3 by_29;
    for (int j = 0; j < 3; ++j) {
      GroupJet const e = so3.retract(Tau::exponential, along(Vector3::Zero(), Vector3::Unit(j)));
      by_29[j] = lagrangian(at_end ? GroupJet(g * e) : GroupJet(e * g)).s;
    }
    Quad const argument = at_end ? -step : step;
    Matrix3 const pull = so3.inverse_dcay(argument * w).transpose(),
                  other = so3.inverse_dcay(-argument * w).transpose();
    for (auto const& [reading, D_3] :
         {std::pair("as printed", by_omega), std::pair("corrected", by_h_omega)})
      r.measure("E12", reading, distance(pull * D_3, by_29));
    r.control("E12", "sign of the argument of dτ^-1", distance(other * by_h_omega, by_29));
  }
  r.supply(study, 1, 0x1p-52);
}

/// Measures the affine constraints at the average momenta along a run of (42) with a sign of Pi:
/// printed 1, corrected -1, control 0.
void measure_constraints(Study& study, BallData const& data, std::string const& instance,
                         int pi_sign) {
  Residuals r;
  BallMap map{.data = data, .pi_sign = double(pi_sign)};
  map.start(h);
  map.step(h);
  for (int k = 1; k < steps; ++k) {
    Vec5 const average = theory::solution(map.data.metric(), (map.p + map.p_plus) / 2);
    double const constraint = largest_entry(map.data.constraint(map.x, map.y, average));
    map.step(h);
    if (pi_sign == 0)
      r.control("E13", "no Pi", constraint);
    else
      r.measure("E13", pi_sign > 0 ? "as printed" : "corrected", constraint);
  }
  r.supply(study, steps, 0x1p-52, instance);
}

/// Measures the five equations along a run of (42) as printed or with the corrections E12 and E13.
/// Controls: another sign of O_i, and m in place of m r (the first two) or r = 1 in the others.
void measure_five_equations(Study& study, BallData const& data, std::string const& instance,
                            bool corrected) {
  Residuals r;
  BallMap map{.data = data, .pi_sign = corrected ? -1. : 1., .scaled_inertia = !corrected};
  auto unit_radius = data;
  unit_radius.r = 1;
  map.start(h);
  Interval before{};
  for (int k = 0; k < steps; ++k) {
    double const x = map.x, y = map.y;
    map.step(h);
    Interval const now{map.x - x, map.y - y, map.interval.w}, earlier = std::exchange(before, now);
    if (k == 0) continue;
    auto const residuals = [&](BallData const& of, int sign_of_O) {
      return five_equations(of, now, earlier, x, y, h, 1, sign_of_O);
    };
    Vec5 const e = residuals(data, 1), other = residuals(data, -1),
               without_r = residuals(unit_radius, 1);
    for (int i = 0; i < 5; ++i) {
      auto const id = fmt::format("FJM-16/{}", i + 1);
      r.measure(id, corrected ? "corrected" : "as printed", e[i]);
      if (!corrected) continue;
      r.control(id, fmt::format("sign of O_{}", i + 1), other[i]);
      if (i != 2 && data.r != 1) r.control(id, "r = 1 in the equation", without_r[i]);
    }
  }
  r.supply(study, steps, 0x1p-52, instance);
}

}  // namespace

void ball_equations(Study& study) {
  for (char const* const erratum : {"E12", "E13"}) study.uses(erratum);
  for (bool const changed : {false, true}) measure_printed_data(study, changed);
  measure_legendre_transformations(study);

  for (int const sign : {0, 1, -1}) {
    measure_constraints(study, {}, "second example", sign);
    measure_constraints(study, samples()[1], "radius 1.3", sign);
  }
  for (bool const corrected : {false, true}) {
    measure_five_equations(study, {}, "second example", corrected);
    measure_five_equations(study, samples()[1], "radius 1.3", corrected);
  }
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball_equations_study
