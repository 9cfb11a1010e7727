#pragma once
// Steps of the paper's methods in printed and corrected form, on the contact oscillator (unit
// masses, V = |q|^2/2, A(q) = (1, 0, y)).

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct ContactState {
  Eigen::Vector3d q, v;
};

inline Eigen::Vector3d constraint_row(Eigen::Vector3d const& q) { return {1, 0, q[1]}; }

inline ContactState generic_state() { return {{0.5, 0.3, -0.4}, {-0.24, 0.6, 0.8}}; }

/// Velocity v_1 = (c + h A(f)^T lambda)/d with lambda from A(g)(v_1 + other) = 0. Reactions do not
/// move y, so that y of g may be known in advance.
inline Eigen::Vector3d constrained_velocity(Eigen::Vector3d const& c, double d,
                                            Eigen::Vector3d const& f, Eigen::Vector3d const& g,
                                            Eigen::Vector3d const& other) {
  Eigen::Vector3d const reaction = constraint_row(f), row = constraint_row(g);
  double const h_lambda = -(row.dot(c) + d * row.dot(other)) / row.dot(reaction);
  return (c + h_lambda * reaction) / d;
}

/// Step of (4.16). The factor of the gradients is -1/2; +1/2 is printed.
inline ContactState trapezoidal_step(ContactState const& z, double h, double factor) {
  Eigen::Vector3d const p = z.q + h / 2 * z.v;
  Eigen::Vector3d const c = z.v + h * factor * (z.q + p);
  double const d = 1 - factor * h * h / 2;
  Eigen::Vector3d g = p;
  g[1] += h / 2 * c[1] / d;
  Eigen::Vector3d const v = constrained_velocity(c, d, p, g, Eigen::Vector3d::Zero());
  return {p + h / 2 * v, v};
}

/// Velocity form of (5.3), evaluated at q_1; q_0 is printed.
inline ContactState non_dla_step(ContactState const& z, double h, bool printed) {
  Eigen::Vector3d const q1 = z.q + h * z.v, at = printed ? z.q : q1;
  return {q1, constrained_velocity(z.v - h * at, 1, at, at, z.v)};
}

/// Step of (4.12), which is printed correctly.
inline ContactState euler_step(ContactState const& z, double h) {
  Eigen::Vector3d const q1 = z.q + h * z.v;
  return {q1, constrained_velocity(z.v - h * q1, 1, q1, q1, Eigen::Vector3d::Zero())};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
