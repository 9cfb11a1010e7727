#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

template <class Real>
struct Extras<DrivenSleighSe2<Real>> {
  /// In (x', y', theta'); the formulas show it only with cos^2 + sin^2 = 1.
  Mat<Real, 3, 3> chart_mass_matrix() const {
    return diagonal(Vec<Real, 3>{1, 1, problem_of(*this).I});
  }
};

}  // namespace rattleback
