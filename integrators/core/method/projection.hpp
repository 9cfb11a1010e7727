#pragma once
// Corrections of a velocity or a configuration after a step, in the metric of the kinetic energy,
// and the gains of a feedback. They are the baselines against which structure is compared.

#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// Target of the velocity after each step. With the constraint A v + b = 0, the mass matrix M, the
/// energy E = v.Mv/2 + V and C = A M^-1 A^T:
///   constraint  v <- v - M^-1 A^T C^-1 (A v + b)
///   energy      v <- s v with s^2 = (E_0 - V)/(v.Mv/2), which fails if V > E_0
///   both        constraint, then energy; for linear constraints, b = 0
///   position    q <- q exp(xi), xi = -M^-1 G^T (G M^-1 G^T)^-1 g, until g(q, t) = 0, with the rows
///   G
///               of A that belong to the position constraints g; then constraint
///   symmetric   v_0 + M^-1 A_0^T mu is stepped, and M^-1 A_1^T mu with the same mu is added to the
///               end: A_1 v_1 + b_1 = 0 determines mu. Hairer, Lubich & Wanner 2006, V.4.1.
enum class Projection { none, constraint, energy, both, position, symmetric };

/// Returns the names of the projections.
inline std::vector<std::pair<std::string, Projection>> const& projections() {
  static std::vector<std::pair<std::string, Projection>> const all{
      {"constraint", Projection::constraint},
      {"energy", Projection::energy},
      {"both", Projection::both},
      {"position", Projection::position},
      {"symmetric", Projection::symmetric}};
  return all;
}

/// Returns true if the projection needs the energy of the initial condition.
constexpr bool needs_energy(Projection projection) {
  return projection == Projection::energy || projection == Projection::both;
}

/// Feedback terms in the equations of motion:
///   v' <- v' - kc M^-1 A^T C^-1 (A v + b) - kE (E - E_0)/(v.Mv) v
template <class S>
struct Feedback {
  S constraint_gain = S(0);  ///< kc, in 1/time
  S energy_gain = S(0);      ///< kE, in 1/time
  S energy = S(0);           ///< E_0
  /// Returns true if a gain is not zero.
  bool acts() const { return constraint_gain != S(0) || energy_gain != S(0); }
};

}  // namespace rattleback
