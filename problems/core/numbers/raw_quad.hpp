#pragma once
// Quad numbers (113 bits) of the compiler, for interfaces that are compiled once: type, literals,
// functions and texts. Only this header and quad.hpp know where quad precision comes from:
// libquadmath on x86, the platform's long double where that has 113 bits.

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "problems/core/numbers/quad_literal.hpp"

#if LDBL_MANT_DIG != 113
#include <quadmath.h>
#define RATTLEBACK_QUADMATH
#endif

namespace rattleback {

#ifdef RATTLEBACK_QUADMATH
using RawQuad = __float128;  ///< quad number, 113 bits
#else
using RawQuad = long double;  ///< quad number, 113 bits
#endif

/// Digits of a literal. A class, because clang 14 leaves consteval functions in templates to the
/// linker.
template <char... digits>
struct QuadLiteral {
  static constexpr char text[] = {digits..., '\0'};
  static constexpr RawQuad value = nearest_to_literal<RawQuad>(text);
};
/// The quad number nearest to the digits: 0.4_quad, 1e-20_quad, 0x1.8p-3_quad.
template <char... digits>
constexpr RawQuad operator""_quad() {
  return QuadLiteral<digits...>::value;
}
inline constexpr RawQuad quad_pi = 3.141592653589793238462643383279502884_quad;
inline constexpr RawQuad quad_sqrt_2 = 1.414213562373095048801688724209698079_quad;

// Functions of double and quad numbers under one name, also where quad numbers are long double: the
// functions of C, of double numbers only, would be found otherwise.
using std::abs, std::acos, std::asin, std::asinh, std::atan, std::atan2, std::cos, std::cosh,
    std::exp, std::floor, std::frexp, std::isfinite, std::isinf, std::isnan, std::ldexp, std::log,
    std::log10, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
#ifdef RATTLEBACK_QUADMATH
inline RawQuad asin(RawQuad x) { return asinq(x); }
inline RawQuad asinh(RawQuad x) { return asinhq(x); }
inline RawQuad atan(RawQuad x) { return atanq(x); }
inline RawQuad atan2(RawQuad y, RawQuad x) { return atan2q(y, x); }
inline RawQuad cos(RawQuad x) { return cosq(x); }
inline RawQuad cosh(RawQuad x) { return coshq(x); }
inline RawQuad exp(RawQuad x) { return expq(x); }
inline bool isfinite(RawQuad x) { return finiteq(x); }
inline bool isinf(RawQuad x) { return isinfq(x); }
inline bool isnan(RawQuad x) { return isnanq(x); }
inline RawQuad log(RawQuad x) { return logq(x); }
inline RawQuad pow(RawQuad x, RawQuad y) { return powq(x, y); }
inline RawQuad sin(RawQuad x) { return sinq(x); }
inline RawQuad sinh(RawQuad x) { return sinhq(x); }
inline RawQuad sqrt(RawQuad x) { return sqrtq(x); }
inline RawQuad tan(RawQuad x) { return tanq(x); }
#endif

/// Reads a number as std::strtod does, in the locale's notation; *end is where it ends.
inline RawQuad read_quad(char const* text, char** end = nullptr) {
#ifdef RATTLEBACK_QUADMATH
  return strtoflt128(text, end);
#else
  return std::strtold(text, end);
#endif
}
/// Returns the text that printf gives for a format of one double, in the locale's notation.
/// @param format  for example "%.36g"
inline std::string print_quad(std::string format, RawQuad number) {
  char text[128];
#ifdef RATTLEBACK_QUADMATH
  format.insert(format.size() - 1, "Q");
  quadmath_snprintf(text, sizeof text, format.c_str(), number);
#else
  format.insert(format.size() - 1, "L");
  std::snprintf(text, sizeof text, format.c_str(), number);
#endif
  return text;
}

}  // namespace rattleback
