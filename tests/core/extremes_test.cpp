#include "problems/core/numbers/extremes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace rattleback {
namespace {

double const nan = std::numeric_limits<double>::quiet_NaN();

TEST(Extremes, ANumberThatIsNoneStaysWhereverItStands) {
  for (auto const& numbers : {std::vector{nan, 1.0, 2.0}, {1.0, nan, 2.0}, {1.0, 2.0, nan}}) {
    double largest = numbers[0], smallest = numbers[0];
    for (double x : numbers)
      largest = larger_or_nan(largest, x), smallest = smaller_or_nan(smallest, x);
    EXPECT_TRUE(std::isnan(largest));
    EXPECT_TRUE(std::isnan(smallest));
    EXPECT_TRUE(std::isnan(*max_element_or_nan(numbers.begin(), numbers.end())));
    auto const [low, high] = minmax_element_or_nan(numbers.begin(), numbers.end());
    EXPECT_TRUE(std::isnan(*low) && std::isnan(*high));
  }
}

TEST(Extremes, EqualThoseOfTheStandardLibraryWithoutNaN) {
  EXPECT_EQ(larger_or_nan(1, 2), 2);
  EXPECT_EQ(smaller_or_nan({3.0, -1.0, 2.0}), -1.0);
  EXPECT_EQ(std::signbit(larger_or_nan(0.0, -0.0)), std::signbit(std::max(0.0, -0.0)));
  EXPECT_EQ(std::signbit(larger_or_nan(-0.0, 0.0)), std::signbit(std::max(-0.0, 0.0)));
  std::vector<double> const numbers{2, 5, -3};
  EXPECT_EQ(*max_element_or_nan(numbers.begin(), numbers.end()), 5);
}

}  // namespace
}  // namespace rattleback
