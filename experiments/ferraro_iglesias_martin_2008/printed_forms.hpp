#pragma once
// Formulas of the paper as they are printed and as they should read, side by side, and the group
// operations that they need.

#include <Eigen/Geometry>

#include "experiments/core/misprint.hpp"
#include "experiments/ferraro_iglesias_martin_2008/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// The matrix whose rows are the nine coordinates.
template <class T, class S>
Eigen::Matrix<T, 3, 3> rotation_of(std::vector<S> const& q) {
  Eigen::Matrix<T, 3, 3> R;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = T(q[std::size_t(i)]);
  return R;
}

/// W = g^-1 g1 on SE(2), (x, y, theta).
template <class T>
Vector<T, 3> between(Vector<T, 3> const& g, Vector<T, 3> const& g1) {
  T const c = cos(g[2]), s = sin(g[2]);
  Vector<T, 3> const d = g1 - g;
  return {c * d[0] + s * d[1], c * d[1] - s * d[0], d[2]};
}

/// Ad_W on se(2) in the basis (v1, v2, w).
template <class T>
Eigen::Matrix<T, 3, 3> adjoint_matrix(Vector<T, 3> const& W) {
  T const c = cos(W[2]), s = sin(W[2]);
  Eigen::Matrix<T, 3, 3> Ad;
  Ad << c, -s, W[1], s, c, -W[0], T(0), T(0), T(1);
  return Ad;
}

/// E1: H of the discrete momentum, less the exact energy, along a run of the particle from
/// p_0 = p(0) with h = .1: L_d = L as printed, L_d = h L is right.
inline Readings step_in_discrete_lagrangian() {
  Run const run{"nonholonomic_particle", "P1", "gni", RawQuad(1) / 10, 100, "plain"};
  auto const t = run.in_double();
  auto const q = nodes_of<double, 3>(t);
  double const h = double(run.step), energy = t.invariant_values[0][0];
  auto const largest = [&](double factor) {
    Largest defect;
    for (std::size_t k = 0; k + 1 < q.size(); ++k) {
      Vector<double, 3> const p = factor * (q[k + 1] - q[k]) / (h * h);
      defect(std::abs(p.dot(p) / 2 - energy));
    }
    return defect.value;
  };
  return {largest(1), largest(h)};
}

/// E4: p^+ = R*_(W^-1) p^- in body components, M^+ = W^T M^-, along a run on SO(3); without the
/// inverse it is W M^-. (With equal inertias M^- is along the axis of W, and both are the same.)
inline Readings right_translation() {
  Run const run{"constrained_so3", "FIM-inertia", "reduced_gni",
                RawQuad(1) / 10,   100,           "multiplier"};
  auto const t = run.in_double();
  auto const momenta = momenta_of<double, 3>(t);
  Largest printed, corrected;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    Eigen::Matrix3d const W =
        rotation_of<double>(t.q[k]).transpose() * rotation_of<double>(t.q[k + 1]);
    Vector<double, 3> const& p = momenta[k - 1].p;
    printed(largest_entry(W * p - momenta[k].p_plus));
    corrected(largest_entry(W.transpose() * p - momenta[k].p_plus));
  }
  return {printed.value, corrected.value};
}

/// E4: equivariance of a bi-invariant metric, Ad*_g I = I Ad_g as printed and Ad*_(g^-1) I = I
/// Ad_g, with Ad* the transpose of Ad as section 4.2 uses it; SO(3), I = Id, where Ad_g = g.
inline Readings equivariance() {
  Eigen::Matrix3d const g =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -2).normalized()).toRotationMatrix();
  Eigen::Matrix3d const I = Eigen::Matrix3d::Identity(), inverse = g.transpose();
  return {largest_entry(g.transpose() * I - I * g), largest_entry(inverse.transpose() * I - I * g)};
}

/// E5: violation of the constraint along a run of the particle, h = .1, by the velocity of one
/// interval and by the average.
inline Readings violated_by_intervals() {
  Run const run{"nonholonomic_particle", "P1", "gni", RawQuad(1) / 10, 100};
  auto const t = run.in_double();
  auto const q = nodes_of<double, 3>(t);
  auto const momenta = momenta_of<double, 3>(t);
  Largest interval, average;
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const forms = particle_geometry(q[k]).forms;
    interval(std::abs(forms.dot(momenta[k - 1].interval_velocity)));
    average(std::abs(forms.dot(momenta[k - 1].average)));
  }
  return {interval.value, average.value};
}

/// E6: kinetic energy of the printed Lagrangian less that of its mass points: board, rotor and
/// axles as pairs of points that turn with the angles (theta, rotor, theta +- phi). The rotor's
/// angle is theta + psi, measured with respect to the board, or psi.
inline Readings rotor_angle() {
  SnakeboardData const d;
  double const J = double(d.J), J0 = double(d.J0), J1 = double(d.J1);
  double const vx = 0.3, vy = -0.2, w = 0.9, psi = 1.1, phi = -0.4;
  // A pair of points with moment of inertia I turns with the rate r and moves with the centre.
  auto const points = [&](double I, double rate) {
    double const mass = d.m / 8, radius = std::sqrt(I / (2 * mass));
    double energy = 0;
    for (double const side : {1.0, -1.0}) {
      Eigen::Vector2d const at = side * radius * Eigen::Vector2d(std::cos(0.6), std::sin(0.6));
      Eigen::Vector2d const v(vx - rate * at[1], vy + rate * at[0]);
      energy += mass * v.squaredNorm() / 2;
    }
    return energy;
  };
  double const lagrangian = d.m * (vx * vx + vy * vy) / 2 + (J + 2 * J1) * w * w / 2 +
                            J0 * psi * psi / 2 + J1 * phi * phi;
  auto const defect = [&](double rotor) {
    return std::abs(lagrangian -
                    (points(J, w) + points(J0, rotor) + points(J1, w + phi) + points(J1, w - phi)));
  };
  return {defect(w + psi), defect(psi)};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
