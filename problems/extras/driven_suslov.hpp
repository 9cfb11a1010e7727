#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

template <class Real>
struct Extras<DrivenSuslov<Real>> {
  std::vector<std::string> warnings() const {
    auto const& b = problem_of(*this);
    return inertia_warnings(
        Mat<Real, 3, 3>{{{b.I11, b.I12, b.I13}, {b.I12, b.I22, b.I23}, {b.I13, b.I23, b.I33}}});
  }
};

}  // namespace rattleback
