#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

Numbers const& carried(Trajectory<double> const& t, std::string const& name) {
  for (auto const& [key, values] : t.memory)
    if (key == name) return values;
  throw std::logic_error("the method carries no " + name);
}

StepMomenta momenta_of_step(Trajectory<double> const& t, std::size_t i) {
  auto const& row = t.diagnostics.at(i - 1);
  auto const at = [&](int k) { return Numbers(row.begin() + 5 * k, row.begin() + 5 * (k + 1)); };
  return {at(0), at(1)};
}

ErrorOf contact_error(std::string name) { return position_error(std::move(name), 0, 2); }
ErrorOf spin_error(std::string name) { return velocity_error(std::move(name), 2, 5); }

double largest_spin_error(Study& study, Run const& run, Run const& exact, RawQuad time,
                          long steps) {
  auto const t = study.execute(run.with(time / steps, steps, steps / 20));
  if (t.outcome != Outcome::ok || t.times.size() < 21 ||
      std::abs(t.times.back() - double(time)) > 1e-9)
    return NAN;
  auto const states = exact_states(study, exact, {t.times.begin() + 1, t.times.end()});
  Largest most;
  for (std::size_t k = 0; k < states.size(); ++k) most(spin_distance(t.v[k + 1], states[k].v));
  return most.value;
}

Eigen::Matrix3d rotation_of(Numbers const& q) {
  return Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor> const>(q.data() + 2);
}

Run printed_ball(std::string case_name, std::string start, Options options) {
  return {.problem = "body_frame_ball",
          .method = "reduced_gni",
          .case_name = std::move(case_name),
          .start = std::move(start),
          .options = std::move(options)};
}

std::vector<State> exact_states(Study& study, Run const& run, std::vector<RawQuad> const& times) {
  std::vector<State> states;
  for (auto const& s : study.reference(run, times))
    states.push_back({{s.q.begin(), s.q.end()}, {s.v.begin(), s.v.end()}});
  return states;
}
State exact_state(Study& study, Run const& run, RawQuad time) {
  return exact_states(study, run, {time}).front();
}

std::string start_called(std::string const& letter) { return letter == "A" ? "euler" : "plain"; }

Mat5 BallData::metric() const {
  Vec5 diagonal;
  diagonal << m, m, I;
  return diagonal.asDiagonal();
}
Rows BallData::mu() const { return Rows{{1, 0, 0, -r, 0}, {0, 1, r, 0, 0}}; }
Eigen::Vector2d BallData::constraint(double x, double y, Vec5 const& v) const {
  return {v[0] - r * v[3] + Omega * y, v[1] + r * v[2] - Omega * x};
}
Mat5 BallData::projection() const {
  Eigen::Matrix<double, 5, 2> const raised = theory::solution(metric(), mu().transpose());
  Eigen::Matrix2d const C = mu() * raised;
  return raised * theory::solution(C, mu());
}
Mat5 BallData::printed_Q() const {
  double const c1 = m * r * r + I[0], c2 = m * r * r + I[1];
  Mat5 Q;
  Q << I[1] / c2, 0, 0, -r * I[1] / c2, 0,   //
      0, I[0] / c1, r * I[0] / c1, 0, 0,     //
      0, m * r / c1, m * r * r / c1, 0, 0,   //
      -m * r / c2, 0, 0, m * r * r / c2, 0,  //
      0, 0, 0, 0, 0;
  return Q;
}
Mat5 BallData::printed_P() const {
  double const c1 = m * r * r + I[0], c2 = m * r * r + I[1];
  Mat5 P;
  P << m * r * r / c2, 0, 0, r * I[1] / c2, 0,  //
      0, m * r * r / c1, -r * I[0] / c1, 0, 0,  //
      0, -m * r / c1, I[0] / c1, 0, 0,          //
      m * r / c2, 0, 0, I[1] / c2, 0,           //
      0, 0, 0, 0, 1;
  return P;
}
Vec5 BallData::Pi(double x, double y) const {
  Vec5 pi;
  pi << -m * Omega * y, m * Omega * x, 0, 0, 0;
  return pi;
}

Vec5 five_equations(BallData const& b, Interval const& now, Interval const& before, double x,
                    double y, double h, int gyroscopic, int sign_of_O) {
  auto const &w = now.w, &u = before.w;
  auto const& I = b.I;
  double const nw = sign_of_O * b.norm2(w), nu = sign_of_O * b.norm2(u), r = b.r,
               g = gyroscopic * h;
  double const O1 = h * h / 4 * (w[1] * nw - u[1] * nu);
  double const O2 = -h * h / 4 * (w[0] * nw - u[0] * nu);
  double const O3 = h * h / 4 * (w[2] * nw - u[2] * nu);
  double const O4 = -h * h / (8 * I[1]) * r * (w[1] * nw + u[1] * nu);
  double const O5 = h * h / (8 * I[0]) * r * (w[0] * nw + u[0] * nu);
  Vec5 e;
  e << b.m * r * (now.dx - before.dx) / h + I[1] * (w[1] - u[1]) +
           g / 2 * (I[0] - I[2]) * (w[0] * w[2] + u[0] * u[2]) + O1,
      b.m * r * (now.dy - before.dy) / h - I[0] * (w[0] - u[0]) -
          g / 2 * (I[2] - I[1]) * (w[1] * w[2] + u[1] * u[2]) + O2,
      I[2] * (w[2] - u[2]) + g / 2 * (I[1] - I[0]) * (w[0] * w[1] + u[0] * u[1]) + O3,
      (now.dx + before.dx) / (2 * h) + b.Omega * y - r * (w[1] + u[1]) / 2 -
          r * g / 4 * (I[0] - I[2]) / I[1] * (w[0] * w[2] - u[0] * u[2]) + O4,
      (now.dy + before.dy) / (2 * h) - b.Omega * x + r * (w[0] + u[0]) / 2 +
          r * g / 4 * (I[2] - I[1]) / I[0] * (w[1] * w[2] - u[1] * u[2]) + O5;
  return e;
}

void BallMap::start(double h, Vec3 const& w) {
  double const vx = data.r * w[1] - data.Omega * y, vy = -data.r * w[0] + data.Omega * x;
  p << data.m * vx, data.m * vy, inertia(h).cwiseProduct(w);
}
Vec3 BallMap::end_momentum(Vec3 const& w, double h, double s) const {
  Vec3 const M = inertia(h).cwiseProduct(w);
  return M + s * h / 2 * w.cross(M) + h * h / 4 * w.dot(M) * w;
}
void BallMap::step(double h) {
  Vec3 const M = p.tail<3>();
  Vec3 w = M.cwiseQuotient(inertia(h));
  for (int iteration = 0; iteration < 50; ++iteration) {
    Eigen::Matrix3d slope;
    double const d = 1e-6;  // end_momentum is a cubic: the error of central differences is O(d^2)
    for (int i = 0; i < 3; ++i)
      slope.col(i) =
          (end_momentum(w + d * Vec3::Unit(i), h, 1) - end_momentum(w - d * Vec3::Unit(i), h, 1)) /
          (2 * d);
    Vec3 const update = theory::solution(slope, end_momentum(w, h, 1) - M);
    w -= update;
    if (!(update.norm() > 1e-15)) break;
  }
  interval = {h * p[0] / data.m, h * p[1] / data.m, w};
  x += interval.dx;
  y += interval.dy;
  p_plus << p.head<2>(), end_momentum(w, h, -1);
  // (42): P*(p^- - p^+) = 0 and Q*(p^- + p^+) + pi_sign 2 Q* Pi = 0.
  p = p_plus - 2 * data.printed_Q().transpose() * (p_plus + pi_sign * data.Pi(x, y));
}

double ball_error(State const& exact, double pi_sign, bool scaled_inertia, long steps) {
  BallMap map{.pi_sign = pi_sign, .scaled_inertia = scaled_inertia};
  double const h = 15.0 / double(steps);
  map.start(h);
  for (long i = 0; i < steps; ++i) map.step(h);
  double const error = std::hypot(map.x - exact.q[0], map.y - exact.q[1]);
  return std::isfinite(error) ? error : 1e300;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
