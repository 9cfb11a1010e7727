#pragma once
// The Jacobi equation (7.2) as it is printed and as it should read, along the exact orbit.

#include "experiments/core/misprint.hpp"
#include "experiments/mclachlan_perlmutter_2006/exact_orbit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Residual of (7.2) for the variation U of the contact oscillator's orbit by its velocity at q0.
/// The printed equation has lambda vary with q alone; lambda depends on qdot too.
inline Readings jacobi_equation() {
  Orbit const orbit(1);
  double const t = 0.4, wide = 0.02;
  auto const state = [&](double s, double time) {
    Vector2d const w = orbit.w_ahead + s * Vector2d(0.3, -0.7);
    return Motion(orbit.system, start, ExactSystem::admissible(start, w), time);
  };
  auto const rate = [&](double time) {
    return difference([&](double s) { return Vector3d(state(s, time).end_velocity()); }, wide);
  };
  auto const now = state(0, t);
  Vector3d const q = now.end(), v = now.end_velocity(), U_dot = rate(t);
  Vector3d const U = difference([&](double s) { return Vector3d(state(s, t).end()); }, wide);
  Vector3d const U_ddot = difference([&](double s) { return rate(t + s); }, wide);
  double const by_q = difference([&](double s) { return orbit.system.multiplier(q + s * U, v); });
  double const by_qdot =
      difference([&](double s) { return orbit.system.multiplier(q, v + s * U_dot); });
  Vector3d const A(1, 0, q[1]), A_varied(0, 0, U[1]);
  Vector3d const rest =
      U_ddot + orbit.system.stiffness * U - orbit.system.multiplier(q, v) * A_varied - by_q * A;
  return {rest.norm(), (rest - by_qdot * A).norm()};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
