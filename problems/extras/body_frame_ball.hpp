#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

template <class Real>
struct Extras<BodyFrameBall<Real>> {
  /// Rate at which the velocity of a homogeneous ball turns; 0 for others, which have none.
  Real gyration_rate() const {
    auto const& ball = problem_of(*this);
    bool const homogeneous = ball.I1 == ball.I2 && ball.I2 == ball.I3;
    return homogeneous ? Real(ball.I1 * ball.Omega / (ball.I1 + ball.m * ball.r * ball.r))
                       : Real(0);
  }
};

}  // namespace rattleback
