#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Inertias of the motion. Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.6.1.
template <class Real>
struct Extras<MobileRobot<Real>> {
  /// Inertia of the motions that the wheels allow, M_t = m0 + 2 m1 + 2 Jw/R^2.
  Real rolling_mass() const {
    auto const& [m0, m1, J, Jw, l, R, c] = problem_of(*this);
    return m0 + 2 * m1 + 2 * Jw / (R * R);
  }
  /// J_t = J + 2 Jw c^2/R^2.
  Real rolling_inertia() const {
    auto const& [m0, m1, J, Jw, l, R, c] = problem_of(*this);
    return J + 2 * Jw * c * c / (R * R);
  }
};

}  // namespace rattleback
