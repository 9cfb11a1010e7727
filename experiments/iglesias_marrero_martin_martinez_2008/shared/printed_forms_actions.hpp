#pragma once
// Recurrences of sections 4.4 and 4.5 in printed and corrected form, in double precision and
// independent of the integrators.

#include <Eigen/Core>

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline constexpr double comparison_time = 4;

/// Defects of the recurrences for x(k+2), y(k+2).
enum class BallReading { corrected, coefficient, inertia };

/// Contact points of the ball with alpha = 1 (m = r = 1, I = 0.4, Omega = 3.5) by the recurrences,
/// from the momentum of the velocity (1, -1) at (0.99, 1). E29: `coefficient` has 4 alpha in
/// y(k+2). E27: `inertia` has the alpha of I/(2 h)^2 in L'_d, which halves the inertia of the
/// rotation.
Eigen::Vector2d ball_by_recurrence(BallReading reading, long steps);

/// Defects of Veselova's pair equation Pi_2 = Omega_1^T Pi_1 + kick + lambda gamma_2.
enum class VeselovaReading {
  corrected,  ///< + h^2 mgl gamma_2 x e
  sign,       ///< E21: - h^2 mgl gamma_2 x e, also for the first half kick
  sign_only,  ///< E21 with the correct first half kick
  fields      ///< E20, (4.9) taken literally: - h^2 mgl gamma_1 x e, from the left field
};
/// Vector gamma at T = 4 of the catalogue's case `heavy`.
Eigen::Vector3d veselova_by_pairs(VeselovaReading reading, long steps);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
