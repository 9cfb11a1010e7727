#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace rattleback::graph {

/// Fraction in lowest terms, denominator > 0. Arithmetic is exact. A result that does not fit into
/// 64 bits, or a quotient by zero, is invalid.
class Rational {
 public:
  constexpr Rational(std::int64_t n = 0) : numerator_(n) {}
  static constexpr std::optional<Rational> of(__int128 n, __int128 d) {
    if (d == 0) return {};
    if (d < 0) n = -n, d = -d;
    __int128 a = n < 0 ? -n : n, b = d;
    while (b != 0) {
      __int128 const rest = a % b;
      a = b;
      b = rest;
    }
    n /= a, d /= a;
    constexpr __int128 limit = INT64_MAX;
    if (n > limit || n < -limit || d > limit) return {};
    Rational r;
    r.numerator_ = static_cast<std::int64_t>(n);
    r.denominator_ = static_cast<std::int64_t>(d);
    return r;
  }
  /// Every short binary fraction is exact; others were rounded on their way into a double.
  static std::optional<Rational> of(double x) {
    constexpr double denominator = 1 << 20;
    double const scaled = x * denominator;
    if (!(std::abs(scaled) < 0x1p52) || scaled != std::floor(scaled)) return {};
    return of(static_cast<std::int64_t>(scaled), static_cast<std::int64_t>(denominator));
  }

  constexpr std::int64_t numerator() const { return numerator_; }
  constexpr std::int64_t denominator() const { return denominator_; }
  constexpr bool operator==(Rational const&) const = default;
  /// The nearest double: a quotient of two rounded numbers may be another.
  double nearest() const;

 private:
  std::int64_t numerator_ = 0, denominator_ = 1;
};

using MaybeRational = std::optional<Rational>;

constexpr MaybeRational sum(Rational a, Rational b) {
  using Wide = __int128;
  return Rational::of(Wide(a.numerator()) * b.denominator() + Wide(b.numerator()) * a.denominator(),
                      Wide(a.denominator()) * b.denominator());
}
constexpr MaybeRational product(Rational a, Rational b) {
  using Wide = __int128;
  return Rational::of(Wide(a.numerator()) * b.numerator(), Wide(a.denominator()) * b.denominator());
}
constexpr MaybeRational quotient(Rational a, Rational b) {
  using Wide = __int128;
  return Rational::of(Wide(a.numerator()) * b.denominator(), Wide(a.denominator()) * b.numerator());
}
constexpr Rational negative(Rational a) {
  return *Rational::of(-__int128(a.numerator()), a.denominator());
}

}  // namespace rattleback::graph
