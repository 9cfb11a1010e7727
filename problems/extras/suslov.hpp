#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

template <class Real>
struct Extras<Suslov<Real>> {
  std::vector<std::string> warnings() const {
    auto const& [I11, I22, I33, I12, I13, I23] = problem_of(*this);
    return inertia_warnings(Mat<Real, 3, 3>{{{I11, I12, I13}, {I12, I22, I23}, {I13, I23, I33}}});
  }
};

}  // namespace rattleback
