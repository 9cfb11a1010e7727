#pragma once
// Recurrences of automatic differentiation for power series in time: the only statement of them,
// which tapes call by address and the loops that the build generates call inline.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "problems/core/numbers/power.hpp"
#include "problems/core/numbers/transcendental.hpp"

namespace rattleback::text {

/// Distance between the first coefficients of two numbers, above the largest order of a series: 27
/// for the rounding unit of doubles, 40 for that of quad numbers.
template <class S>
inline constexpr int row_size = sizeof(typename PlainNumber<S>::type) > sizeof(double) ? 48 : 28;

/// Recurrences of an operation. A slope is the row of k a_k.
enum class Rule : std::uint8_t {
  add,
  subtract,
  negate,
  scale,
  divide_by_fixed,
  multiply,
  square,
  product_or_zero,
  divide,
  power,
  square_root,
  exponential,
  logarithm,
  arc_tangent,
  arc_tangent_of_quotient,
  sine_and_cosine,
  hyperbolic_sine_and_cosine,
  hyperbolic_tangent,
  absolute,
  sign,
  slope,
  integral,
  count
};

/// Places of coefficient k of the numbers of an operation; null: none.
template <class S>
struct Coefficients {
  S const *a, *b;  ///< operands
  S* c;            ///< result
  S const *slope_a = nullptr, *slope_b = nullptr;
  S* slope_c = nullptr;
  S* other = nullptr;  ///< second result of a pair, a denominator, or the side of a kink:
                       ///< sign in use, and sign for an argument that is zero
};

/// Sum of a_j b_(-j) for j below `count`. Term j of a block of four terms goes to sum j, so that
/// sums do not wait for each other; of the last terms two go to two of these, and one to the total.
template <class S>
[[gnu::always_inline]] inline S convolution(S const* a, S const* b, int count) {
  S sums[4]{S(0), S(0), S(0), S(0)};
  int j = 0;
  for (; j + 4 <= count; j += 4)
    for (int i = 0; i < 4; ++i) sums[i] = sums[i] + a[j + i] * b[-j - i];
  if (count & 2) {
    for (int i = 0; i < 2; ++i) sums[i] = sums[i] + a[j + i] * b[-j - i];
    j += 2;
  }
  S const total = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  return count & 1 ? total + a[j] * b[-j] : total;
}
/// Sums in the same order, in vector registers.
template <>
[[gnu::always_inline]] inline double convolution(double const* a, double const* b, int count) {
  using Four [[gnu::vector_size(32)]] = double;
  using Two [[gnu::vector_size(16)]] = double;
  Four sums{};
  int j = 0;
  for (; j + 4 <= count; j += 4) {
    Four x, y;
    std::memcpy(&x, a + j, sizeof x);
    std::memcpy(&y, b - j - 3, sizeof y);
    sums += x * __builtin_shufflevector(y, y, 3, 2, 1, 0);
  }
  Two low{sums[0], sums[1]};
  if (count & 2) {
    Two x, y;
    std::memcpy(&x, a + j, sizeof x);
    std::memcpy(&y, b - j - 1, sizeof y);
    low += x * __builtin_shufflevector(y, y, 1, 0);
    j += 2;
  }
  Two const pair = low + Two{sums[2], sums[3]};
  double const total = pair[0] + pair[1];
  return count & 1 ? total + a[j] * b[-j] : total;
}

/// Sum of a_j b_(k-j) for j from 1 to k, of the numbers with coefficients k at a and b. The term of
/// a_k comes last: it has just been computed, and the others need not wait for it.
template <class S>
[[gnu::always_inline]] inline S product_without_first(S const* a, S const* b, int k) {
  return convolution(a - k + 1, b - 1, k - 1) + *a * b[-k];
}
/// Coefficient k > 0 of the square of the number with coefficient k at a.
template <class S>
[[gnu::always_inline]] inline S coefficient_of_square(S const* a, int k) {
  S const half = convolution(a - k + 1, a - 1, (k - 1) / 2) + *a * a[-k];
  S const rest = k % 2 == 0 ? a[-k / 2] * a[-k / 2] : S(0);
  return half + half + rest;
}

/// True if the operation has formulas of its own where its argument begins with zero.
constexpr bool has_zeros(Rule rule) {
  return rule == Rule::power || rule == Rule::square_root || rule == Rule::absolute ||
         rule == Rule::sign;
}
/// True for zero. Not so on lanes: Series expands a lane with such a zero by itself.
template <class S>
bool is_zero(S const& x) {
  if constexpr (OnLanes<S>)
    return false;
  else
    return x == S(0);
}
template <class S>
bool is_zero_up_to(S const* a, int k) {
  return std::all_of(a, a + k + 1, &is_zero<S>);
}
/// Coefficient k of a b, where terms with a_j = 0 are zero.
template <class S>
S coefficient_or_zero(S const* a, S const* b, int k) {
  S sum(0);
  for (int j = 0; j <= k; ++j) sum = sum + product_or_zero(a[j], b[k - j]);
  return sum;
}
/// Coefficient k > 0 of a^b with a_0 = 0: the lowest term of a is taken out of the power.
inline Lanes coefficient_of_power_at_zero(Lanes const*, Lanes const&, Lanes const*, int) {
  return {};
}
template <class S>
S coefficient_of_power_at_zero(S const* a, S const& b, S const* c, int k) {
  double const exponent = static_cast<double>(b);
  if (is_zero_up_to(a, k) && exponent >= 0) return S(0);
  if (exponent < 0 || exponent != std::floor(exponent)) return Limits<S>::quiet_NaN();
  if (exponent == 0) return S(0);
  int lowest = 0;
  while (a[lowest] == S(0)) ++lowest;
  if (lowest * exponent > k) return S(0);
  int const first = lowest * static_cast<int>(exponent), i = k - first;
  if (i == 0) return raised_to(a[lowest], b);
  S sum(0);
  for (int j = 1; j <= i; ++j) sum = sum + (S(j) * b - S(i - j)) * a[lowest + j] * c[first + i - j];
  return sum / (S(i) * a[lowest]);
}

/// Computes coefficient k > 0, of an integral coefficient k + 1, from those of lower orders; those
/// of linear operations for k = 0, too.
/// @param order   k
/// @param factor  rate of the time of the system divided by k + 1
template <Rule rule, class S>
[[gnu::always_inline]] inline void advance(Coefficients<S> const& of, int k, S const& order,
                                           S const& factor) {
  auto const& [a, b, c, slope_a, slope_b, slope_c, other] = of;
  if constexpr (rule == Rule::add) {
    *c = *a + *b;
  } else if constexpr (rule == Rule::subtract) {
    *c = *a - *b;
  } else if constexpr (rule == Rule::negate) {
    *c = -*a;
  } else if constexpr (rule == Rule::scale) {
    *c = a[-k] * *b;
  } else if constexpr (rule == Rule::divide_by_fixed) {
    *c = *a / b[-k];
  } else if constexpr (rule == Rule::multiply) {
    *c = product_without_first(a, b, k) + a[-k] * *b;
  } else if constexpr (rule == Rule::square) {
    *c = coefficient_of_square(a, k);
  } else if constexpr (rule == Rule::product_or_zero) {
    *c = coefficient_or_zero(a - k, b - k, k);
  } else if constexpr (rule == Rule::divide) {
    *c = (*a - product_without_first(b, c, k)) / b[-k];
  } else if constexpr (rule == Rule::power) {
    *c = is_zero(a[-k]) ? coefficient_of_power_at_zero(a - k, b[-k], c - k, k)
                        : (b[-k] * product_without_first(slope_a, c, k) -
                           convolution(slope_c - k + 1, a - 1, k - 1)) /
                              (order * a[-k]);
  } else if constexpr (rule == Rule::square_root) {
    if (is_zero(c[-k])) {
      *c = is_zero_up_to(a - k, k) ? S(0) : S(Limits<S>::quiet_NaN());
    } else {
      *c = S(0);
      *c = (*a - coefficient_of_square(c, k)) / (c[-k] + c[-k]);
    }
  } else if constexpr (rule == Rule::exponential) {
    *c = product_without_first(slope_a, c, k) / order;
  } else if constexpr (rule == Rule::logarithm) {
    *c = (*a - convolution(slope_c - k + 1, a - 1, k - 1) / order) / a[-k];
  } else if constexpr (rule == Rule::arc_tangent) {
    *c = (*a - convolution(slope_c - k + 1, other - 1, k - 1) / order) / other[-k];
    *other = coefficient_of_square(a, k);
  } else if constexpr (rule == Rule::arc_tangent_of_quotient) {
    *c = (product_without_first(slope_a, b, k) - product_without_first(slope_b, a, k) -
          convolution(slope_c - k + 1, other - 1, k - 1)) /
         (order * other[-k]);
    *other = coefficient_of_square(a, k) + coefficient_of_square(b, k);
  } else if constexpr (rule == Rule::sine_and_cosine) {
    *c = product_without_first(slope_a, other, k) / order;
    *other = -product_without_first(slope_a, c, k) / order;
  } else if constexpr (rule == Rule::hyperbolic_sine_and_cosine) {
    *c = product_without_first(slope_a, other, k) / order;
    *other = product_without_first(slope_a, c, k) / order;
  } else if constexpr (rule == Rule::hyperbolic_tangent) {
    *c = product_without_first(slope_a, other, k) / order;
    *other = -coefficient_of_square(c, k);
  } else if constexpr (rule == Rule::absolute) {
    *c = other[-k] * *a;
  } else if constexpr (rule == Rule::sign) {
    *c = S(0);
  } else if constexpr (rule == Rule::slope) {
    *c = order * *a;
  } else if constexpr (rule == Rule::integral) {
    c[1] = factor * *a;
  }
  if constexpr (rule == Rule::power || rule == Rule::logarithm || rule == Rule::arc_tangent ||
                rule == Rule::arc_tangent_of_quotient)
    *slope_c = order * *c;
}

/// Computes coefficient 0, of an integral coefficient 1.
/// @param rate  change of the time of the system in the time of the series
template <Rule rule, class S>
[[gnu::always_inline]] inline void begin(Coefficients<S> const& of, S const& rate) {
  using std::atan, std::atan2, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh,
      std::sqrt, std::tanh;
  auto const& [a, b, c, slope_a, slope_b, slope_c, other] = of;
  if constexpr (rule == Rule::multiply || rule == Rule::square) {
    *c = *a * *b;
  } else if constexpr (rule == Rule::divide) {
    *c = *a / *b;
  } else if constexpr (rule == Rule::product_or_zero) {
    *c = product_or_zero(*a, *b);
  } else if constexpr (rule == Rule::power) {
    *c = raised_to(*a, *b);
  } else if constexpr (rule == Rule::square_root) {
    *c = sqrt(*a);
  } else if constexpr (rule == Rule::exponential) {
    *c = exp(*a);
  } else if constexpr (rule == Rule::logarithm) {
    *c = log(*a);
  } else if constexpr (rule == Rule::arc_tangent) {
    *c = atan(*a);
    *other = S(1) + *a * *a;
  } else if constexpr (rule == Rule::arc_tangent_of_quotient) {
    *c = atan2(*a, *b);
    *other = *a * *a + *b * *b;
  } else if constexpr (rule == Rule::sine_and_cosine) {
    *c = sin(*a);
    *other = cos(*a);
  } else if constexpr (rule == Rule::hyperbolic_sine_and_cosine) {
    *c = sinh(*a);
    *other = cosh(*a);
  } else if constexpr (rule == Rule::hyperbolic_tangent) {
    *c = tanh(*a);
    *other = S(1) - *c * *c;
  } else if constexpr (rule == Rule::absolute || rule == Rule::sign) {
    other[0] = select(*a == S(0), other[1], sign(*a));
    *c = rule == Rule::sign ? other[0] : other[0] * *a;
  } else if constexpr (rule != Rule::slope) {
    advance<rule>(of, 0, S(0), rate);
  }
}

}  // namespace rattleback::text
