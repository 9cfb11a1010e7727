#pragma once

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// "Of order 10^-k". The decades overlap on purpose: a picture of 0.9e-k ... 10e-k is called
/// either.
inline Criterion of_order(int k) {
  double const unit = std::pow(10.0, -k);
  return {0.5 * unit, std::nextafter(10 * unit, 0), fmt::format("in [0.5e-{0}, 10e-{0})", k)};
}
inline constexpr char const* order_reason =
    "a printed power of ten, read from a curve: half of it to ten times";

}  // namespace rattleback::fernandez_bloch_olver_2012
