// Weights of symmetric compositions: their order conditions, and the order they give.

#include "integrators/core/method/composition.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rattleback {
namespace {

TEST(Compositions, SumToOneAndReadTheSameBackwards) {
  for (auto const& scheme : compositions()) {
    RawQuad sum = 0, cubes = 0, fifths = 0, sevenths = 0;
    auto const& w = scheme.weights;
    for (std::size_t i = 0; i < w.size(); ++i) {
      EXPECT_EQ(double(w[i] - w[w.size() - 1 - i]), 0) << scheme.name;
      sum += w[i];
      cubes += w[i] * w[i] * w[i];
      fifths += pow(w[i], 5);
      sevenths += pow(w[i], 7);
    }
    // Necessary for orders 1, 4, 6, 8; the coefficients of Kahan & Li have 26 digits.
    double const rounding = 1e-24;
    EXPECT_LE(std::abs(double(sum - 1)), rounding) << scheme.name;
    EXPECT_LE(std::abs(double(cubes)), rounding) << scheme.name;
    if (scheme.order >= 6) {
      EXPECT_LE(std::abs(double(fifths)), rounding) << scheme.name;
    }
    if (scheme.order >= 8) {
      EXPECT_LE(std::abs(double(sevenths)), rounding) << scheme.name;
    }
    if (scheme.order < 6) {
      EXPECT_GT(std::abs(double(fifths)), 1e-3) << scheme.name;
    }
  }
}

}  // namespace
}  // namespace rattleback
