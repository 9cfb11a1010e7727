#pragma once
// Gauss points on [0, 1], for the average of a vector field along a chord.

#include <array>

#include "problems/core/numbers/quad.hpp"

namespace rattleback {

inline constexpr int most_gauss_points = 12;

struct GaussPoint {
  Quad node, weight;
};

/// The `count` points of the rule that is exact for polynomials of degree 2 count - 1: roots of the
/// Legendre polynomial by Newton's method in quad precision, once.
std::array<GaussPoint, most_gauss_points> const& gauss_points(int count);

}  // namespace rattleback
