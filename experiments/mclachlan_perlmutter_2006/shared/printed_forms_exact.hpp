#pragma once
// The Jacobi equation (7.2) as it is printed and with all its terms, along exact motions.

#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Residuals, over the size of the second derivative of U.
struct JacobiDefects {
  double printed, without_rate, corrected;  ///< without_rate: lambda varies with q alone
};

/// Residuals of (7.2) for the variation U of a harmonic oscillator's motion by its first velocity,
/// with or without the constraint of the contact oscillator. The printed equation has neither
/// d2L/dq dq U nor the derivative of lambda by qdot.
inline JacobiDefects jacobi_equation(bool constrained = true) {
  ExactSystem const system{1, constrained};
  Real const t = 0.4L;
  Vector3 const v0 = ExactSystem::admissible(start, start_velocity),
                dv0 = ExactSystem::admissible(start, {0.3L, -0.7L});
  auto const state = [&](Real s, Real time) { return Motion(system, start, v0 + s * dv0, time); };
  auto const rate = [&](Real time) {
    return difference([&](Real s) { return Vector3(state(s, time).end_velocity()); });
  };
  auto const now = state(0, t);
  Vector3 const q = now.end(), v = now.end_velocity(), U_dot = rate(t);
  Vector3 const U = difference([&](Real s) { return Vector3(state(s, t).end()); });
  Vector3 const U_ddot = difference([&](Real s) { return rate(t + s); });
  Real const by_q = difference([&](Real s) { return system.multiplier(q + s * U, v); });
  Real const by_qdot = difference([&](Real s) { return system.multiplier(q, v + s * U_dot); });
  Vector3 const A(1, 0, q[1]), A_varied(0, 0, U[1]);
  Vector3 const printed = U_ddot - system.multiplier(q, v) * A_varied - by_q * A;
  Vector3 const without_rate = printed + system.stiffness * U,
                complete = without_rate - by_qdot * A;
  auto const relative = [&](Vector3 const& rest) { return double(rest.norm() / U_ddot.norm()); };
  return {relative(printed), relative(without_rate), relative(complete)};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
