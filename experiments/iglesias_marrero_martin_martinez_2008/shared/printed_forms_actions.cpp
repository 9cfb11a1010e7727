#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"

#include <utility>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/planar_inertia.hpp"
#include "experiments/theory/group_elements.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

/// Vector sigma orthogonal to gamma such that (I sigma + sigma x I sigma)/(1 + |sigma|^2) and P
/// agree orthogonally to gamma.
Vector3d rotation_of_momentum(Matrix3d const& I, Vector3d const& gamma, Vector3d const& P) {
  Eigen::Matrix<double, 3, 2> f;
  Vector3d const first = gamma.unitOrthogonal();
  f << first, gamma.cross(first);
  PlanarInertia<double> const body{f.transpose() * I * f, f.transpose() * I * gamma};
  Vector2d const p = f.transpose() * P;
  Vector2d x = body.velocity(p);
  for (int i = 0; i < 30; ++i) {
    Vector2d const change = body.solved(body.slope(x, p), body.residual(x, p));
    x -= change;
    if (change.norm() < 1e-15) break;
  }
  return f * x;
}

/// Next contact point z(k+2), with a = alpha h; printed: in_y = 4 alpha, corrected: 4 a.
Vector2d next_contact_point(Vector2d const& z0, Vector2d const& z1, double a, double in_y) {
  Vector2d const d = z1 - z0, own = 8 * z1 + (a * a - 4) * z0;
  return (own + Vector2d(-4 * a * d[1], in_y * d[0])) / (a * a + 4);
}

}  // namespace

Vector2d ball_by_recurrence(BallReading reading, long steps) {
  double const Omega = 3.5, I = reading == BallReading::inertia ? 0.2 : 0.4;
  double const h = comparison_time / double(steps), alpha = I * Omega / (I + 1), a = alpha * h;
  Vector2d const v0(1, -1);
  // dx + (a/2) dy = h vx,   dy - (a/2) dx = h vy
  Vector2d const d = h / (1 + a * a / 4) * Vector2d(v0[0] - a / 2 * v0[1], v0[1] + a / 2 * v0[0]);
  Vector2d z0(0.99, 1), z1 = z0 + d;
  double const in_y = reading == BallReading::coefficient ? 4 * alpha : 4 * a;
  for (long k = 1; k < steps; ++k) z0 = std::exchange(z1, next_contact_point(z0, z1, a, in_y));
  return z1;
}

Vector3d veselova_by_pairs(VeselovaReading reading, long steps) {
  double const h = comparison_time / double(steps);
  Matrix3d const I = Vector3d(1, 2, 2.5).asDiagonal();
  Vector3d const e(0.28, 0, 0.96), w0(0.8, 0.5, -0.6);
  Vector3d gamma(0.6, 0, 0.8);
  double const half = reading == VeselovaReading::sign ? -0.5 : 0.5;
  Vector3d Pi = h * (I * w0 + half * h * gamma.cross(e));
  for (long k = 0; k < steps; ++k) {
    Vector3d const sigma = rotation_of_momentum(I, gamma, Pi / 2), momentum = I * sigma;
    // Omega^T Pi = 2 (I sigma - sigma x I sigma)/(1 + s), with the whole Pi of the interval.
    Vector3d const moved = 2 * (momentum - sigma.cross(momentum)) / (1 + sigma.squaredNorm()),
                   next = theory::rodrigues(sigma).transpose() * gamma;
    Vector3d const forced = reading == VeselovaReading::fields ? gamma : next;
    double const sign = reading == VeselovaReading::corrected ? 1 : -1;
    Pi = moved + sign * h * h * forced.cross(e);
    gamma = next;
  }
  return gamma;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
