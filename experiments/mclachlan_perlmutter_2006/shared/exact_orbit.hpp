#pragma once
// Exact orbit (q0, q1, q2), the exact discrete equations of section 7.2 at the middle points that
// its ends admit, and the Jacobi equation (7.2) along it.

#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Real const time_step = 0.6L;
inline Vector3 const start{0.5L, 0.3L, -0.4L};
inline Vector2 const start_velocity{0.6L, 0.8L};

/// An exact orbit (q0, q1, q2). A middle point is given by x = (w, w'), the velocities at q0 and,
/// backwards in time, at q2 of the motions that lead there.
struct Orbit {
  ExactSystem system;
  Real h = time_step;
  Fibre ahead, behind;        ///< from q0, and backwards from q2
  VectorX x;                  ///< of the orbit itself
  Vector3 middle, direction;  ///< q1, and the unit vector that spans V_(q0, q2)^q1

  explicit Orbit(Real stiffness);

  /// Ends of the two motions: equal at an admissible middle point.
  Vector3 end_ahead(VectorX const& at) const { return ahead.motion(at.head(2)).end(); }
  Vector3 end_behind(VectorX const& at) const { return behind.motion(at.tail(2)).end(); }
  Vector3 common_direction(VectorX const& at) const;
  /// The admissible middle point at the distance s from q1 along the line, from a guess.
  VectorX admissible(Real s, VectorX const& guess) const;

  struct Discrete {
    Real plain, forced;                // sums of (7.12) without and with the impulses F
    Real plus, minus, mismatch;        // residuals of (7.16), (7.17); difference of the momenta
    Real plus_without, minus_without;  // the same two without the impulses
  };
  /// The exact discrete equations at an admissible middle point, along V_(q0, q2)^q1.
  Discrete equations(VectorX const& at) const;
};

/// Residuals of (7.2), over the size of the second derivative of U.
struct JacobiDefects {
  double printed, without_rate, corrected;  ///< without_rate: lambda varies with q alone
};
/// Residuals of (7.2) for the variation U of a harmonic oscillator's motion by its first velocity,
/// with or without the constraint of the contact oscillator. The printed equation has neither
/// d2L/dq dq U nor the derivative of lambda by qdot.
JacobiDefects jacobi_equation(bool constrained = true);

}  // namespace rattleback::mclachlan_perlmutter_2006
