#pragma once
// Exact orbit (q0, q1, q2), the exact discrete equations of section 7.2 at all admissible middle
// points between its ends, and the Jacobi equation (7.2) along the orbit.

#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Real const time_step = 0.6L;
inline Vector3 const start{0.5L, 0.3L, -0.4L};
inline Vector2 const start_velocity{0.6L, 0.8L};

/// Exact orbit (q0, q1, q2). A middle point is given by x = (w, w'): the velocities of the two
/// motions to it, at q0 and, in reversed time, at q2.
struct Orbit {
  ExactSystem system;
  Real h = time_step;
  Fibre ahead, behind;        ///< motions from q0, and in reversed time from q2
  VectorX x;                  ///< velocities (w, w') of the orbit
  Vector3 middle, direction;  ///< q1, and the unit vector that spans V_(q0, q2)^q1

  explicit Orbit(Real stiffness);

  /// Ends of the two motions, which coincide at an admissible middle point.
  Vector3 end_ahead(VectorX const& at) const { return ahead.motion(at.head(2)).end(); }
  Vector3 end_behind(VectorX const& at) const { return behind.motion(at.tail(2)).end(); }
  Vector3 common_direction(VectorX const& at) const;
  /// Admissible middle point at the distance s from q1 along the line, from a guess.
  VectorX admissible(Real s, VectorX const& guess) const;

  struct Discrete {
    Real plain, forced;                // sums of (7.12) without and with the impulses F
    Real plus, minus, mismatch;        // residuals of (7.16), (7.17); difference of the momenta
    Real plus_without, minus_without;  // residuals without the impulses
  };
  /// Exact discrete equations at an admissible middle point, along V_(q0, q2)^q1.
  Discrete equations(VectorX const& at) const;
};

/// Residuals of (7.2), relative to the size of the second derivative of U.
struct JacobiDefects {
  double printed, without_rate, corrected;  ///< without_rate: lambda depends on q only
};
/// Residuals of (7.2) for the variation U of a harmonic oscillator's motion with respect to its
/// initial velocity, with or without the constraint of the contact oscillator. The printed equation
/// lacks d2L/dq dq U and the derivative of lambda with respect to qdot.
JacobiDefects jacobi_equation(bool constrained = true);

}  // namespace rattleback::mclachlan_perlmutter_2006
