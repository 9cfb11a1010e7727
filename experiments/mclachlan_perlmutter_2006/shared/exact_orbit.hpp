#pragma once
// One exact orbit (q0, q1, q2) and the exact discrete equations of section 7.2 at the middle points
// that its ends admit.

#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Real const time_step = 0.6L;
inline Vector3 const start{0.5L, 0.3L, -0.4L};
inline Vector2 const start_velocity{0.6L, 0.8L};

/// An exact orbit (q0, q1, q2), and the middle points that are admissible for its ends.
struct Orbit {
  ExactSystem system;
  Real h = time_step;
  Fibre ahead, behind;        // from q0, and backwards from q2
  Vector2 w_ahead, w_behind;  // velocities of the orbit at q0, and minus that at q2
  Vector3 middle, direction;  // q1, and the unit vector that spans V_(q0, q2)^q1

  explicit Orbit(Real stiffness)
      : system{stiffness, true}, ahead{system, start, h}, behind(ahead), w_ahead(start_velocity) {
    Motion const whole(system, start, ExactSystem::admissible(start, w_ahead), 2 * h);
    behind.base = whole.end();
    w_behind = -whole.end_velocity().tail<2>();
    middle = ahead.motion(w_ahead).end();
    direction = common_direction(w_ahead, w_behind);
  }
  Vector3 normal(Fibre const& fibre, Vector2 const& w) const {
    auto const t = fibre.tangents(w);
    return t.col(0).cross(t.col(1)).normalized();
  }
  /// Sine of the angle between V_(q0)^(q1) and V_(q2)^(q1): not zero where they meet in a line.
  Real transversality(Vector2 const& a, Vector2 const& b) const {
    return normal(ahead, a).cross(normal(behind, b)).norm();
  }
  Vector3 common_direction(Vector2 const& a, Vector2 const& b) const {
    Vector3 u = normal(ahead, a).cross(normal(behind, b)).normalized();
    return u.dot(ahead.motion(a).end_velocity()) < 0 ? Vector3(-u) : u;
  }
  /// The admissible middle point at the distance s from q1 along the line, from a guess.
  Vector4 admissible(Real s, Vector4 const& guess) const {
    return solved<4>(guess, [&](Vector4 const& x) -> Vector4 {
      Vector3 const a = ahead.motion(x.head<2>()).end(), b = behind.motion(x.tail<2>()).end();
      Vector3 const gap = a - b;
      return {gap[0], gap[1], gap[2], (a - middle).dot(direction) - s};
    });
  }
  Vector4 of_orbit() const {
    Vector4 x;
    x << w_ahead, w_behind;
    return x;
  }
  struct Discrete {
    Real plain, forced;                // sums of (7.12) without and with the impulses F
    Real plus, minus, mismatch;        // residuals of (7.16), (7.17); difference of the momenta
    Real plus_without, minus_without;  // the same two without the impulses
  };
  /// The exact discrete equations at an admissible middle point, along V_(q0, q2)^q1.
  Discrete equations(Vector4 const& x) const {
    Vector2 const a = x.head<2>(), b = x.tail<2>();
    Vector3 const u = common_direction(a, b);
    Vector2 const da = ahead.towards(a, u), db = behind.towards(b, u);
    Real const D2 = ahead.lagrangian_slope(a, da), D1 = behind.lagrangian_slope(b, db);
    Real const F_plus = ahead.impulse(a, da), F_minus = behind.impulse(b, db);
    // The motion from q1 to q2 leaves q1 with minus the velocity at the end of the reversed one.
    Real const arriving = ahead.motion(a).end_velocity().dot(u);
    Real const leaving = -behind.motion(b).end_velocity().dot(u);
    return {D2 + D1,
            D2 + D1 + F_plus + F_minus,
            D2 + F_plus - arriving,
            D1 + F_minus + leaving,
            (D2 + F_plus) - (-D1 - F_minus),
            D2 - arriving,
            D1 + leaving};
  }
};

}  // namespace rattleback::mclachlan_perlmutter_2006
