// Conversion of decimals of any length to the nearest number of each precision, compared with exact
// integers.

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>

#include "problems/text/expression.hpp"
#include "problems/text/tape.hpp"

namespace rattleback::text {
namespace {

using Whole = boost::multiprecision::cpp_int;

struct Written {
  std::string digits;  ///< digits without the decimal point
  int exponent;        ///< exponent of ten
  std::string text;
};

Whole ten_to(int exponent) { return pow(Whole(10), static_cast<unsigned>(exponent)); }

/// Compares the decimal with mantissa 2^exponent.
int compared(Written const& decimal, Whole const& mantissa, int exponent) {
  Whole left(decimal.digits), right = mantissa;
  (decimal.exponent > 0 ? left : right) *= ten_to(std::abs(decimal.exponent));
  (exponent > 0 ? right : left) <<= std::abs(exponent);
  return left.compare(right);
}

/// True if no other number mantissa 2^exponent, with mantissas of `bits` bits, is nearer; of two
/// equally near numbers the even one counts.
bool is_nearest(Written const& decimal, Whole const& mantissa, int exponent, int bits) {
  bool const even = mantissa % 2 == 0;
  int const above = compared(decimal, 2 * mantissa + 1, exponent - 1);
  // Below a power of two the spacing of numbers is half as large.
  bool const power = mantissa == Whole(1) << (bits - 1);
  int const below = power ? compared(decimal, 4 * mantissa - 1, exponent - 2)
                          : compared(decimal, 2 * mantissa - 1, exponent - 1);
  return (above < 0 || (above == 0 && even)) && (below > 0 || (below == 0 && even));
}

template <class T>
T value_of(std::string const& text) {
  graph::Graph graph;
  auto const node = formula(text, {}, graph);
  return graph::evaluate<T>(graph, std::array{node}, {})[0];
}
/// Returns the value in the arithmetic of a tape.
template <class T>
T value_in_tape(std::string const& text) {
  graph::Graph graph;
  auto const node = formula(text, {}, graph);
  T value;
  Tape(graph, 0, {}, {{"value", {node}}}).run<T, T>(Parameters<T>{}, {}, {&value});
  return value;
}

void expect_nearest(Written const& decimal) {
  int exponent = 0;
  constexpr int bits = 53, quad_bits = 113;
  double const value = value_of<double>(decimal.text);
  Whole const mantissa(std::ldexp(std::frexp(value, &exponent), bits));
  EXPECT_TRUE(is_nearest(decimal, mantissa, exponent - bits, bits)) << decimal.text;
  EXPECT_EQ(value_in_tape<double>(decimal.text), value) << decimal.text;
  Quad const quad = value_of<Quad>(decimal.text);
  Whole const quad_mantissa(static_cast<__int128>(ldexp(frexp(quad, &exponent), quad_bits)));
  EXPECT_TRUE(is_nearest(decimal, quad_mantissa, exponent - quad_bits, quad_bits)) << decimal.text;
  EXPECT_EQ(value_in_tape<Quad>(decimal.text), quad) << decimal.text;
}

Written random_decimal(std::mt19937& random) {
  auto const between = [&](int least, int most) {
    return std::uniform_int_distribution(least, most)(random);
  };
  Written decimal;
  decimal.digits = static_cast<char>('0' + between(1, 9));
  for (int more = between(0, 39); more > 0; --more)
    decimal.digits += static_cast<char>('0' + between(0, 9));
  int const size = static_cast<int>(decimal.digits.size());
  int const point = between(0, size);
  int const exponent = between(0, 2) == 0 ? between(-250, 250) : between(-20, 5);
  decimal.exponent = exponent - (size - point);
  decimal.text = decimal.digits;
  if (point < size || between(0, 1) == 0) decimal.text.insert(point, ".");
  if (exponent != 0) decimal.text += "e" + std::to_string(exponent);
  return decimal;
}

TEST(Decimal, RoundsToTheNearestDoubleAndQuad) {
  std::mt19937 random(1);
  constexpr int count = 100000;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i)
    expect_nearest(random_decimal(random));
}

TEST(Decimal, RoundsTiesToEven) {
  for (auto const& [digits, exponent, text] :
       std::initializer_list<Written>{{"9007199254740993", 0, "9007199254740993"},
                                      {"90071992547409930000000000000000000001", -22,
                                       "9007199254740993.0000000000000000000001"},
                                      {"90071992547409929999999999999999999999", -22,
                                       "9007199254740992.9999999999999999999999"},
                                      {"9007199254740995", 3, "9007199254740995e3"},
                                      {"1", -300, "1e-300"},
                                      {"1", 300, "1e300"},
                                      {"15", -6, "1.5e-05"},
                                      {"15", 8, "1.5e+09"}})
    expect_nearest({digits, exponent, text});
}

TEST(Decimal, RoundsAQuotientOfLargeIntegersOnce) {
  // 9007199254740993/3 is 3002399751580331; a rounded numerator gives 3002399751580330.7.
  EXPECT_EQ(value_of<double>("9007199254740993/3"), 3002399751580331.0);
}

}  // namespace
}  // namespace rattleback::text
