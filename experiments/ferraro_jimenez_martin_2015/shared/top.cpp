#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"

#include <stdexcept>

#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

Vec3 Top::acceleration(Vec3 const& gamma, Vec3 const& w) const {
  Vec3 const a = arm(gamma), rate = -radius * gamma.cross(w);
  Vec3 const M = I.cwiseProduct(w) + m * a.cross(w.cross(a));
  Eigen::Matrix3d J = I.asDiagonal();
  J += m * (a.squaredNorm() * Eigen::Matrix3d::Identity() - a * a.transpose());
  Vec3 const torque = M.cross(w) + m * g * a.cross(gamma) - m * a.cross(w.cross(rate));
  return theory::solution(J, torque);
}
double Top::divergence(Vec3 const& gamma, Vec3 const& w) const {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += acceleration(gamma, w + Vec3::Unit(i))[i] - acceleration(gamma, w - Vec3::Unit(i))[i];
  return sum / 2;
}

double Top::log_concentric_density_rate(Vec3 const& gamma, Vec3 const& rate) const {
  double const D = m * radius * radius;
  Vec3 const J = I + D * Vec3::Ones();
  return -D * rate.dot(gamma.cwiseQuotient(J)) / (1 - D * gamma.dot(gamma.cwiseQuotient(J)));
}
double Top::log_axisymmetric_density_rate(Vec3 const& gamma, Vec3 const& rate) const {
  Vec3 const a = arm(gamma), a_rate = -radius * rate, Ia = I.cwiseProduct(a);
  return 2 * m * a.dot(a_rate) / (I[0] + m * a.squaredNorm()) +
         m * a_rate.dot(Ia) / (I[0] * I[2] + m * a.dot(Ia));
}

Top::Rotation Top::permanent_rotation(double lambda) const {
  Vec3 const u = c.cwiseQuotient(I - lambda * Vec3::Ones());
  double const kappa = 1 / u.norm();
  return rotation_about(kappa * u, kappa);
}
Top::Rotation Top::rotation_about(Vec3 const& gamma, double kappa) const {
  return {gamma, std::sqrt(m * g / (kappa - m * (radius + c.dot(gamma))))};
}

Run Top::run(Vec3 const& gamma, Vec3 const& w, std::string const& tolerance) const {
  // Shortest rotation that maps gamma to e3.
  Eigen::Matrix3d const X = theory::hat(Vec3(gamma.cross(Vec3::UnitZ()))),
                        R = Eigen::Matrix3d::Identity() + X + X * X / (1 + gamma[2]);
  Vec3 const omega = R * w;
  std::vector<RawQuad> q{0, 0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) q.push_back(R(i, j));
  return {.problem = "chaplygin_top",
          .method = "odeint_dopri5",
          .case_name = case_name,
          .options = {{"rtol", tolerance}, {"atol", tolerance}},
          .parameters = {{"m", m},
                         {"r", radius},
                         {"g", g},
                         {"I1", I[0]},
                         {"I2", I[1]},
                         {"I3", I[2]},
                         {"c1", c[0]},
                         {"c2", c[1]},
                         {"c3", c[2]}},
          .q = q,
          .v = {{radius * omega[1], -radius * omega[0], w[0], w[1], w[2]}}};
}

Contraction contraction(Study& study, Top const& top, Vec3 const& gamma, Vec3 const& w, double time,
                        double interval, std::string const& tolerance) {
  auto const t = study.execute(
      top.run(gamma, w, tolerance).with(interval / 2, 2 * std::lround(time / interval)));
  Contraction all;
  double sum = 0, left = 0, middle = 0;
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    auto const &q = t.q[k], &v = t.v[k];
    Vec3 const here = Vec3(q[8], q[9], q[10]).normalized(), spin(v[2], v[3], v[4]);
    double const value = top.divergence(here, spin);
    if (k % 2) {
      middle = value;
      continue;
    }
    if (k > 0) sum += interval / 6 * (left + 4 * middle + value);
    left = value;
    all.times.push_back(t.times[k]);
    all.integrals.push_back(sum);
    all.gammas.push_back(here);
    all.ws.push_back(spin);
  }
  if (!((all.ws.front() - w).norm() < 1e-9 && std::abs(all.times.back() - time) < interval))
    throw std::logic_error("the run has another start or another end");
  return all;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
