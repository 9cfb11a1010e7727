#pragma once
// Quad precision (113 bits) for references and for problems and methods in quad numbers.

#include <concepts>
#include <limits>
#include <ostream>

#include "problems/core/numbers/raw_quad.hpp"

namespace rattleback {

#ifdef RATTLEBACK_QUADMATH
/// Quad number, 113 bits: a RawQuad that has limits and never becomes another number unasked.
/// Boost.Multiprecision has one, with which every problem took a tenth longer to compile.
class Quad {
 public:
  Quad() = default;
  /// Converts from the compiler's number.
  constexpr Quad(RawQuad value) : value_(value) {}
  /// Converts from a number of any arithmetic type, exactly up to 113 bits.
  template <class T>
  requires std::is_arithmetic_v<T>
  constexpr Quad(T value) : value_(value) {}
  /// Converts to the nearest T, to an integer by truncation.
  template <class T>
  requires(std::is_arithmetic_v<T> || std::same_as<T, RawQuad>) explicit constexpr operator T()
      const {
    return static_cast<T>(value_);
  }

  /// @cond
  // Arithmetic and functions of every number.
  constexpr Quad& operator+=(Quad b) { return *this = value_ + b.value_; }
  constexpr Quad& operator-=(Quad b) { return *this = value_ - b.value_; }
  constexpr Quad& operator*=(Quad b) { return *this = value_ * b.value_; }
  constexpr Quad& operator/=(Quad b) { return *this = value_ / b.value_; }
  friend constexpr Quad operator+(Quad a) { return a; }
  friend constexpr Quad operator-(Quad a) { return -a.value_; }
  friend constexpr Quad operator+(Quad a, Quad b) { return a.value_ + b.value_; }
  friend constexpr Quad operator-(Quad a, Quad b) { return a.value_ - b.value_; }
  friend constexpr Quad operator*(Quad a, Quad b) { return a.value_ * b.value_; }
  friend constexpr Quad operator/(Quad a, Quad b) { return a.value_ / b.value_; }
  friend constexpr bool operator==(Quad a, Quad b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Quad a, Quad b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Quad a, Quad b) { return a.value_ < b.value_; }
  friend constexpr bool operator<=(Quad a, Quad b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>(Quad a, Quad b) { return a.value_ > b.value_; }
  friend constexpr bool operator>=(Quad a, Quad b) { return a.value_ >= b.value_; }

  friend Quad abs(Quad x) { return fabsq(x.value_); }
  friend Quad fabs(Quad x) { return fabsq(x.value_); }
  friend Quad acos(Quad x) { return acosq(x.value_); }
  friend Quad acosh(Quad x) { return acoshq(x.value_); }
  friend Quad asin(Quad x) { return asinq(x.value_); }
  friend Quad asinh(Quad x) { return asinhq(x.value_); }
  friend Quad atan(Quad x) { return atanq(x.value_); }
  friend Quad atan2(Quad y, Quad x) { return atan2q(y.value_, x.value_); }
  friend Quad ceil(Quad x) { return ceilq(x.value_); }
  friend Quad cos(Quad x) { return cosq(x.value_); }
  friend Quad cosh(Quad x) { return coshq(x.value_); }
  friend Quad exp(Quad x) { return expq(x.value_); }
  friend Quad floor(Quad x) { return floorq(x.value_); }
  friend Quad fmod(Quad x, Quad y) { return fmodq(x.value_, y.value_); }
  friend Quad frexp(Quad x, int* exponent) { return frexpq(x.value_, exponent); }
  friend bool isfinite(Quad x) { return finiteq(x.value_); }
  friend bool isinf(Quad x) { return isinfq(x.value_); }
  friend bool isnan(Quad x) { return isnanq(x.value_); }
  friend Quad ldexp(Quad x, int exponent) { return ldexpq(x.value_, exponent); }
  friend Quad log(Quad x) { return logq(x.value_); }
  friend Quad log10(Quad x) { return log10q(x.value_); }
  friend Quad pow(Quad x, Quad y) { return powq(x.value_, y.value_); }
  friend bool signbit(Quad x) { return signbitq(x.value_); }
  friend Quad sin(Quad x) { return sinq(x.value_); }
  friend Quad sinh(Quad x) { return sinhq(x.value_); }
  friend Quad sqrt(Quad x) { return sqrtq(x.value_); }
  friend Quad tan(Quad x) { return tanq(x.value_); }
  friend Quad tanh(Quad x) { return tanhq(x.value_); }

  // For messages.
  friend std::ostream& operator<<(std::ostream& out, Quad x) {
    return out << print_quad("%.36g", x.value_);
  }

  /// @endcond

 private:
  RawQuad value_;
};
#else
using Quad = RawQuad;  ///< quad number, 113 bits
#endif

}  // namespace rattleback

#ifdef RATTLEBACK_QUADMATH
/// @cond
template <>
struct std::numeric_limits<rattleback::Quad> : std::numeric_limits<double> {
  using Quad = rattleback::Quad;
  static constexpr int digits = FLT128_MANT_DIG, digits10 = FLT128_DIG, max_digits10 = 36;
  static constexpr int min_exponent = FLT128_MIN_EXP, min_exponent10 = FLT128_MIN_10_EXP;
  static constexpr int max_exponent = FLT128_MAX_EXP, max_exponent10 = FLT128_MAX_10_EXP;
  static constexpr Quad min() { return FLT128_MIN; }
  static constexpr Quad max() { return FLT128_MAX; }
  static constexpr Quad lowest() { return -FLT128_MAX; }
  static constexpr Quad epsilon() { return FLT128_EPSILON; }
  static constexpr Quad round_error() { return 0.5; }
  static constexpr Quad denorm_min() { return FLT128_DENORM_MIN; }
  static constexpr Quad infinity() { return std::numeric_limits<double>::infinity(); }
  static constexpr Quad quiet_NaN() { return std::numeric_limits<double>::quiet_NaN(); }
  static constexpr Quad signaling_NaN() { return std::numeric_limits<double>::signaling_NaN(); }
};
/// @endcond
#endif
