#pragma once
// Chaplygin's top from Newton and Euler, in (gamma, w) and by formulas of this file's own.

#include <Eigen/Dense>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

/// An eccentric ball: gamma = R^T e3, w the body angular velocity, c the centre of mass.
struct Top {
  using Vec3 = Eigen::Vector3d;
  using Mat3 = Eigen::Matrix3d;
  std::string case_name = "eccentric";
  double m = 1, radius = 1, g = 1;
  Vec3 I{0.4, 0.5, 0.6}, c{0.1, 0.2, 0.3};

  /// From the centre of mass to the contact point.
  Vec3 arm(Vec3 const& gamma) const { return -radius * gamma - c; }

  /// w' from the angular momentum M about the contact point,
  ///   M' = M x w + m arm' x (w x arm) + m g arm x gamma.
  Vec3 acceleration(Vec3 const& gamma, Vec3 const& w) const {
    Vec3 const a = arm(gamma), rate = -radius * gamma.cross(w);
    Vec3 const M = I.cwiseProduct(w) + m * a.cross(w.cross(a));
    Mat3 J = I.asDiagonal();
    J += m * (a.squaredNorm() * Mat3::Identity() - a * a.transpose());
    return J.ldlt().solve(M.cross(w) + m * g * a.cross(gamma) - m * a.cross(w.cross(rate)));
  }
  /// Divergence with respect to dx dy dR dw: the trace of dw'/dw, exact because w' is quadratic.
  double divergence(Vec3 const& gamma, Vec3 const& w) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += acceleration(gamma, w + Vec3::Unit(i))[i] - acceleration(gamma, w - Vec3::Unit(i))[i];
    return sum / 2;
  }

  /// Rate of the logarithm of the invariant density (1 - D gamma . J^-1 gamma)^(1/2), J = I + D, D
  /// = m r^2, of the concentric top, Chaplygin's sphere, in w, while gamma changes at a rate.
  double log_concentric_density_rate(Vec3 const& gamma, Vec3 const& rate) const {
    double const D = m * radius * radius;
    Vec3 const J = I + D * Vec3::Ones();
    return -D * rate.dot(gamma.cwiseQuotient(J)) / (1 - D * gamma.dot(gamma.cwiseQuotient(J)));
  }
  /// The same of the axially symmetric top (I_1 = I_2, c on the third axis), whose density is
  /// (I_1 + m a^2) (I_1 I_3 + m a . I a)^(1/2), a = arm.
  double log_axisymmetric_density_rate(Vec3 const& gamma, Vec3 const& rate) const {
    Vec3 const a = arm(gamma), a_rate = -radius * rate, Ia = I.cwiseProduct(a);
    return 2 * m * a.dot(a_rate) / (I[0] + m * a.squaredNorm()) +
           m * a_rate.dot(Ia) / (I[0] * I[2] + m * a.dot(Ia));
  }

  /// The top spins about the vertical through its contact point when
  ///   (I - lambda) gamma = kappa c,   m g/Omega^2 = kappa - m (radius + c . gamma),
  /// which is w' = 0 at w = Omega gamma. One for each lambda where Omega^2 > 0.
  struct Rotation {
    Vec3 gamma;
    double Omega;
  };
  Rotation permanent_rotation(double lambda) const {
    Vec3 const u = c.cwiseQuotient(I - lambda * Vec3::Ones());
    double const kappa = 1 / u.norm();
    Vec3 const gamma = kappa * u;
    return {gamma, std::sqrt(m * g / (kappa - m * (radius + c.dot(gamma))))};
  }

  /// A tight Dormand-Prince run from that gamma and w.
  Run run(Vec3 const& gamma, Vec3 const& w, std::string const& tolerance) const {
    Mat3 const R = Eigen::Quaterniond::FromTwoVectors(gamma, Vec3::UnitZ()).toRotationMatrix();
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
};

/// Integral of the divergence along a motion.
struct Contraction {
  Numbers times, integrals;
  std::vector<Top::Vec3> gammas, ws;
};

/// By Simpson's rule over pairs of intervals.
inline Contraction contraction(Study& study, Top const& top, Top::Vec3 const& gamma,
                               Top::Vec3 const& w, double time, double interval,
                               std::string const& tolerance) {
  auto const t = study.execute(
      top.run(gamma, w, tolerance).with(interval / 2, 2 * std::lround(time / interval)));
  Contraction all;
  double sum = 0, left = 0, middle = 0;
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    auto const& q = t.q[k];
    Top::Vec3 const here = Top::Vec3(q[8], q[9], q[10]).normalized(),
                    spin(t.v[k][2], t.v[k][3], t.v[k][4]);
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
  return all;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
