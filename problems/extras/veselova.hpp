#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

template <class Real>
struct Extras<Veselova<Real>> {
  std::vector<std::string> warnings() const {
    auto const& body = problem_of(*this);
    return inertia_warnings(body.I1, body.I2, body.I3);
  }
};

}  // namespace rattleback
