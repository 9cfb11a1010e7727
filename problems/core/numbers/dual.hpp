#pragma once
// Forward automatic differentiation: first order (Dual) and second order (Jet2).
// Derived equations of motion rest on these two, so every solver integrates the same system.

#include <cmath>
#include <concepts>

#include "problems/core/numbers/mask.hpp"
#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// True for number types that record operations: nothing is known of their values.
template <class T>
inline constexpr bool is_recorded = false;

/// Returns c p, and 0 where c is, even if p is infinite or has no value there: 0 x^-1 is the
/// derivative of x^0. Derivatives follow the product rule in the same sense.
template <class T>
T product_or_zero(T const& c, T const& p) {
  return c == T(0) ? T(0) : c * p;
}
/// Returns -1, 0 or 1: the derivative of |a|, at 0 the mean of both sides.
template <class T>
T sign(T const& a) {
  return T(int(a > T(0)) - int(T(0) > a));
}

/// Value and N first derivatives.
template <class T, auto N>
struct Dual {
  T value{};          ///< value
  Vec<T, N> slope{};  ///< first derivatives

  /// Number of directions of its derivatives.
  static constexpr int directions() { return length(N); }
  Dual() = default;
  /// Number with value and derivatives.
  Dual(T v, Vec<T, N> const& s) : value(v), slope(s) {}
  /// Number with a value and the derivatives f(i), of run-time length.
  template <class F>
  Dual(T v, Entries, F const& f) : value(v), slope(entries, f) {}
  /// Constant.
  template <class U>
  requires std::convertible_to<U, T> Dual(U const& constant) : value(constant) {
    for (int i = 0; i < N; ++i) slope[i] = T(0);
  }

  /// Returns f(a), where f has the value f and the derivative df at a.value. Jet2::chain() takes
  /// the second derivative as well, as a function, so that one call serves both.
  static Dual chain(Dual const& a, T f, T df, auto const&...) { return {f, df * a.slope}; }
  /// Returns chain() for a derivative df that may be infinite: it counts only along directions in
  /// which a has a slope. The derivative of sqrt(x^2 + y^2) at 0 is 0, the mean over all
  /// directions.
  static Dual chain_or_zero(Dual const& a, T f, T df, auto const&...) {
    Dual r(f, a.slope);
    for (int i = 0; i < N; ++i) r.slope[i] = product_or_zero(a.slope[i], df);
    return r;
  }
};

/// Value, gradient and the lower triangle of the (symmetric) Hessian.
template <class T, auto N>
struct Jet2 {
  /// Number of second derivatives.
  static constexpr auto pairs = pairs_of(N);
  T value{};                ///< value
  Vec<T, N> gradient{};     ///< first derivatives
  Vec<T, pairs> hessian{};  ///< second derivatives, lower triangle by rows

  /// Number of directions of its derivatives.
  static constexpr int directions() { return length(N); }
  Jet2() = default;
  /// Number with value and derivatives.
  Jet2(T v, Vec<T, N> g, Vec<T, pairs> h) : value(v), gradient(g), hessian(h) {}
  /// Constant.
  template <class U>
  requires std::convertible_to<U, T> Jet2(U const& constant) : value(constant) {
    for (int i = 0; i < N; ++i) gradient[i] = T(0);
    for (int k = 0; k < pairs; ++k) hessian[k] = T(0);
  }

  /// Returns the second derivative in directions i and j.
  T const& second(int i, int j) const {
    return i >= j ? hessian[i * (i + 1) / 2 + j] : hessian[j * (j + 1) / 2 + i];
  }

  /// Returns f(a), where f has the value f and the derivatives df and second() at a.value.
  static Jet2 chain(Jet2 const& a, T f, T df, auto const& second) {
    T const ddf = second();
    Jet2 r(f, df * a.gradient, df * a.hessian);
    for (int i = 0, k = 0; i < N; ++i)
      for (int j = 0; j <= i; ++j, ++k)
        r.hessian[k] = r.hessian[k] + ddf * a.gradient[i] * a.gradient[j];
    return r;
  }
  /// Returns chain() for derivatives that may be infinite, see Dual::chain_or_zero().
  static Jet2 chain_or_zero(Jet2 const& a, T f, T df, auto const& second) {
    T const ddf = second();
    Jet2 r(f, a.gradient, a.hessian);
    for (int i = 0, k = 0; i < N; ++i) {
      r.gradient[i] = product_or_zero(a.gradient[i], df);
      for (int j = 0; j <= i; ++j, ++k)
        r.hessian[k] = product_or_zero(a.hessian[k], df) +
                       product_or_zero(T(a.gradient[i] * a.gradient[j]), ddf);
    }
    return r;
  }
};

/// Returns x as independent variables, each with a derivative of its own.
template <class T, int N>
Vec<Dual<T, N>, N> independent(Vec<T, N> const& x) {
  Vec<Dual<T, N>, N> seeded;
  for (int i = 0; i < N; ++i) seeded[i] = {x[i], unit<T, N>(i)};
  return seeded;
}
/// Returns x as independent variables, each with a derivative of its own.
template <class T, Size N>
Vec<Dual<T, N>, N> independent(Vec<T, N> const& x) {
  return {entries, [&](int i) {
            return Dual<T, N>(x[i], entries, [&](int j) { return T(i == j ? 1 : 0); });
          }};
}

/// @{
/// Arithmetic.
template <class T, int N>
Dual<T, N> operator+(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value + b.value, a.slope + b.slope};
}
template <class T, int N>
Dual<T, N> operator-(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value - b.value, a.slope - b.slope};
}
template <class T, int N>
Dual<T, N> operator-(Dual<T, N> const& a) {
  return {-a.value, -a.slope};
}
template <class T, int N>
Dual<T, N> operator*(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value * b.value, a.value * b.slope + b.value * a.slope};
}
template <class T, int N>
Dual<T, N> operator/(Dual<T, N> const& a, Dual<T, N> const& b) {
  T const q = a.value / b.value;
  return {q, (T(1) / b.value) * (a.slope - q * b.slope)};
}
template <class T, auto N>
Jet2<T, N> operator+(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  return {a.value + b.value, a.gradient + b.gradient, a.hessian + b.hessian};
}
template <class T, auto N>
Jet2<T, N> operator-(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  return {a.value - b.value, a.gradient - b.gradient, a.hessian - b.hessian};
}
template <class T, auto N>
Jet2<T, N> operator-(Jet2<T, N> const& a) {
  return {-a.value, -a.gradient, -a.hessian};
}
template <class T, auto N>
Jet2<T, N> operator*(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  Jet2<T, N> r(a.value * b.value, a.value * b.gradient + b.value * a.gradient,
               a.value * b.hessian + b.value * a.hessian);
  for (int i = 0, k = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j, ++k)
      r.hessian[k] = r.hessian[k] + a.gradient[i] * b.gradient[j] + a.gradient[j] * b.gradient[i];
  return r;
}
template <class T, auto N>
Jet2<T, N> operator/(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  T const i = T(1) / b.value, second = T(2) * i * i * i;
  return a * Jet2<T, N>::chain(b, i, -i * i, [&] { return second; });
}
/// @}

/// @{
/// True if T carries derivatives.
template <class D>
inline constexpr bool is_differentiable = false;
template <class T, auto N>
inline constexpr bool is_differentiable<Dual<T, N>> = true;
template <class T, auto N>
inline constexpr bool is_differentiable<Jet2<T, N>> = true;
/// @}
/// True if T carries derivatives.
template <class D>
concept Differentiable = is_differentiable<D>;
/// True if the values of D are recorded.
template <Differentiable D>
inline constexpr bool is_recorded<D> = is_recorded<decltype(D::value)>;
/// True for a Dual of run-time length.
template <class D>
inline constexpr bool is_sized_dual = false;
/// True for a Dual of run-time length.
template <class T, Size N>
inline constexpr bool is_sized_dual<Dual<T, N>> = true;
template <class D, class U>
concept PlainFor =
    Differentiable<D> && !std::same_as<D, U> && std::convertible_to<U, decltype(D::value)>;

/// @{
/// Arithmetic with a constant.
template <Differentiable D, class U>
requires(PlainFor<D, U> && !is_sized_dual<D>) D operator+(D const& a, U const& s) {
  return a + D(s);
}
template <Differentiable D, class U>
requires(PlainFor<D, U> && !is_sized_dual<D>) D operator+(U const& s, D const& a) {
  return D(s) + a;
}
template <Differentiable D, class U>
requires(PlainFor<D, U> && !is_sized_dual<D>) D operator-(D const& a, U const& s) {
  return a - D(s);
}
template <Differentiable D, class U>
requires(PlainFor<D, U> && !is_sized_dual<D>) D operator-(U const& s, D const& a) {
  return D(s) - a;
}
template <class T, int N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator*(U const& s, Dual<T, N> const& a) { return {T(s) * a.value, T(s) * a.slope}; }
template <class T, auto N, class U>
requires PlainFor<Jet2<T, N>, U> Jet2<T, N>
operator*(U const& s, Jet2<T, N> const& a) {
  return {T(s) * a.value, T(s) * a.gradient, T(s) * a.hessian};
}
template <Differentiable D, class U>
requires PlainFor<D, U> D operator*(D const& a, U const& s) { return s * a; }
template <Differentiable D, class U>
requires PlainFor<D, U> D operator/(D const& a, U const& s) {
  return (decltype(D::value)(1) / decltype(D::value)(s)) * a;
}
template <Differentiable D, class U>
requires PlainFor<D, U> D operator/(U const& s, D const& a) { return D(s) / a; }
/// @}

// ---- order by value, for the choice of a pivot ----
/// True if the value of a is larger than that of b.
template <Differentiable D>
auto operator>(D const& a, D const& b) {
  return a.value > b.value;
}
/// Returns `yes` or `no`, on lanes for each lane.
template <class T, auto N, class Condition>
requires(!std::same_as<Condition, bool>) Dual<T, N> select(Condition const& condition,
                                                           Dual<T, N> const& yes,
                                                           Dual<T, N> const& no) {
  return {select(condition, yes.value, no.value), select(condition, yes.slope, no.slope)};
}
/// Returns `yes` or `no`, on lanes for each lane.
template <class T, auto N, class Condition>
requires(!std::same_as<Condition, bool>) Jet2<T, N> select(Condition const& condition,
                                                           Jet2<T, N> const& yes,
                                                           Jet2<T, N> const& no) {
  return {select(condition, yes.value, no.value), select(condition, yes.gradient, no.gradient),
          select(condition, yes.hessian, no.hessian)};
}
/// True if the value is zero, on lanes of one of them.
template <class T>
bool has_zero(T const& a) {
  if constexpr (Differentiable<T>)
    return has_zero(a.value);
  else
    return any(a == T(0));
}

/// Returns c p, or zero where c is zero (see `product_or_zero` of plain numbers).
template <class T, auto N>
Dual<T, N> product_or_zero(Dual<T, N> const& c, Dual<T, N> const& p) {
  Dual<T, N> r(product_or_zero(c.value, p.value), p.slope);
  for (int i = 0; i < N; ++i)
    r.slope[i] = product_or_zero(c.slope[i], p.value) + product_or_zero(c.value, p.slope[i]);
  return r;
}
/// Returns c p, or zero where c is zero (see `product_or_zero` of plain numbers).
template <class T, auto N>
Jet2<T, N> product_or_zero(Jet2<T, N> const& c, Jet2<T, N> const& p) {
  Jet2<T, N> r(product_or_zero(c.value, p.value), p.gradient, p.hessian);
  for (int i = 0, k = 0; i < N; ++i) {
    r.gradient[i] =
        product_or_zero(c.gradient[i], p.value) + product_or_zero(c.value, p.gradient[i]);
    for (int j = 0; j <= i; ++j, ++k)
      r.hessian[k] =
          product_or_zero(c.hessian[k], p.value) + product_or_zero(c.gradient[i], p.gradient[j]) +
          product_or_zero(c.gradient[j], p.gradient[i]) + product_or_zero(c.value, p.hessian[k]);
  }
  return r;
}

/// Returns sign(a), whose derivative is 0.
template <Differentiable D>
D sign(D const& a) {
  return D(sign(a.value));
}
/// Returns |a|, whose derivative is sign(a).
template <class T, auto N>
Dual<T, N> abs(Dual<T, N> const& a) {
  using std::abs;
  return Dual<T, N>::chain(a, abs(a.value), sign(a.value));
}
/// Returns |a|, whose derivative is sign(a).
template <class T, auto N>
Jet2<T, N> abs(Jet2<T, N> const& a) {
  using std::abs;
  T const s = sign(a.value);
  return {abs(a.value), s * a.gradient, s * a.hessian};
}

// ---- elementary functions: the value, its first and its second derivative ----
// Recorded equations keep the order of these calls: arguments are evaluated from the last on.
/// Returns the square root of a. Its derivative at 0 is infinite, see chain_or_zero().
template <Differentiable D>
D sqrt(D const& a) {
  using std::sqrt;
  using T = decltype(D::value);
  T const r = sqrt(a.value), d = T(1) / (T(2) * r);
  auto const second = [&] { return -d / (T(2) * a.value); };
  if constexpr (!is_recorded<T>)
    if (has_zero(r)) return D::chain_or_zero(a, r, d, second);
  return D::chain(a, r, d, second);
}
/// Returns sin(a).
template <class T, auto N>
Dual<T, N> sin(Dual<T, N> const& a) {
  using std::cos, std::sin;
  T const d = cos(a.value);
  return Dual<T, N>::chain(a, sin(a.value), d);
}
/// Returns sin(a).
template <class T, auto N>
Jet2<T, N> sin(Jet2<T, N> const& a) {
  using std::cos, std::sin;
  T const s = sin(a.value), second = -s;
  return Jet2<T, N>::chain(a, s, cos(a.value), [&] { return second; });
}
/// Returns cos(a).
template <class T, auto N>
Dual<T, N> cos(Dual<T, N> const& a) {
  using std::cos, std::sin;
  T const d = -sin(a.value);
  return Dual<T, N>::chain(a, cos(a.value), d);
}
/// Returns cos(a).
template <class T, auto N>
Jet2<T, N> cos(Jet2<T, N> const& a) {
  using std::cos, std::sin;
  T const c = cos(a.value), second = -c;
  return Jet2<T, N>::chain(a, c, -sin(a.value), [&] { return second; });
}
/// Returns the arc tangent of a.
template <Differentiable D>
D atan(D const& a) {
  using std::atan;
  using T = decltype(D::value);
  T const d = T(1) / (T(1) + a.value * a.value);
  return D::chain(a, atan(a.value), d, [&] { return -T(2) * a.value * d * d; });
}

}  // namespace rattleback

#include "problems/core/numbers/sized_dual.hpp"
