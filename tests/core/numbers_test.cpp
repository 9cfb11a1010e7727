// Numbers: quad numbers against digits of an independent computation, types and initial values of
// small vectors and matrices, and extremes of numbers that may be NaN.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/numbers/vec.hpp"

namespace rattleback {
namespace {

using Number = std::numeric_limits<Quad>;

TEST(Quad, KeepsThePrecisionOf113Bits) {
  Quad const one(1), epsilon = Number::epsilon();
  EXPECT_GT(one + epsilon, one);
  EXPECT_EQ(one + epsilon / 2, one);
  EXPECT_EQ(Number::digits, 113);
  using std::isfinite, std::isinf, std::isnan;
  EXPECT_TRUE(isfinite(Number::max()));
  EXPECT_TRUE(isinf(Number::max() * 2));
  EXPECT_EQ(Number::max() * 2, Number::infinity());
  EXPECT_EQ(Number::lowest(), -Number::max());
  EXPECT_GT(Number::min(), Quad(0));
  EXPECT_GT(Number::denorm_min(), Quad(0));
  EXPECT_EQ(Number::denorm_min() / 2, Quad(0));
  EXPECT_TRUE(isnan(Number::quiet_NaN()));
  EXPECT_FALSE(Number::quiet_NaN() == Number::quiet_NaN());
}

#ifdef RATTLEBACK_QUADMATH
TEST(Quad, BecomesADoubleOnlyWhenAsked) {
  EXPECT_FALSE((std::is_convertible_v<Quad, double>));
  EXPECT_FALSE((std::is_convertible_v<Quad, RawQuad>));
  EXPECT_TRUE((std::is_constructible_v<double, Quad>));
  EXPECT_TRUE((std::is_convertible_v<double, Quad>));
  EXPECT_EQ(static_cast<double>(Quad(0.1_quad)), 0.1);
  EXPECT_NE(Quad(0.1), Quad(0.1_quad));
}
#endif

TEST(Quad, ComputesFunctionsToTheLastBits) {
  using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::cos,
      std::cosh, std::exp, std::log, std::log10, std::pow, std::sin, std::sinh, std::sqrt, std::tan,
      std::tanh;
  struct Value {
    char const* name;
    Quad computed, expected;
  };
  Quad const one(1), root = exp(one);
  for (auto const& [name, computed, expected] :
       {Value{"abs", abs(-one), 1},
        {"acos", acos(one / 4), 1.318116071652817965745664254646040469846_quad},
        {"acosh", acosh(Quad(2)), 1.316957896924816708625046347307968444027_quad},
        {"asin", asin(one), quad_pi / 2},
        {"asinh", asinh(one), 0.8813735870195430252326093249797923090282_quad},
        {"atan", atan(one), quad_pi / 4},
        {"atan2", atan2(one, -one), 2.356194490192344928846982537459627163148_quad},
        {"cos", cos(Quad(quad_pi) / 3), 0.5},
        {"cosh", cosh(one), 1.543080634815243778477905620757061682602_quad},
        {"exp", exp(one), 2.718281828459045235360287471352662497757_quad},
        {"log", log(Quad(2)), 0.6931471805599453094172321214581765680755_quad},
        {"log10", log10(Quad(1000)), 3},
        {"pow", pow(Quad(2), one / 2), quad_sqrt_2},
        {"sin", sin(one), 0.8414709848078965066525023216302989996226_quad},
        {"sinh", sinh(one), (root - 1 / root) / 2},
        {"sqrt", sqrt(Quad(2)), quad_sqrt_2},
        {"tan", tan(one), 1.557407724654902230506974807458360173087_quad},
        {"tanh", tanh(one), 0.7615941559557648881194582826047935904128_quad}})
    EXPECT_LE(abs(computed - expected), 2 * Number::epsilon() * expected) << name;
}

TEST(Quad, SplitsExactly) {
  using std::ceil, std::floor, std::fmod, std::frexp, std::ldexp, std::signbit;
  int exponent = 0;
  EXPECT_EQ(frexp(Quad(12), &exponent), Quad(0.75));
  EXPECT_EQ(exponent, 4);
  EXPECT_EQ(ldexp(Quad(0.75), 4), Quad(12));
  EXPECT_EQ(floor(Quad(-1.5)), Quad(-2));
  EXPECT_EQ(ceil(Quad(-1.5)), Quad(-1));
  EXPECT_EQ(fmod(Quad(7.5), Quad(2)), Quad(1.5));
  EXPECT_TRUE(signbit(Quad(-0.0)));
  EXPECT_FALSE(signbit(Quad(0.0)));
}

TEST(Vec, StartsAtZero) {
  Vec<Quad, 4> const v;
  Mat<double, 2, 3> const m;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(v[i], Quad(0));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(m(i, j), 0);
}

TEST(Vec, MixedNumbersTakeTheWiderType) {
  auto const sum = Vec<double, 2>{0.1, 0.2} + Vec<Quad, 2>{Quad(1), Quad(2)};
  static_assert(std::is_same_v<decltype(sum), Vec<Quad, 2> const>);
  EXPECT_EQ(sum[0], Quad(0.1) + Quad(1));
}

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
