#pragma once
// Forward automatic differentiation: first order (Dual) and second order (Jet2).
// Derived equations of motion rest on these two, so every solver integrates the same system.

#include <cmath>
#include <concepts>

#include "problems/core/numbers/mask.hpp"
#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// Value and N first derivatives.
template <class T, int N>
struct Dual {
  T value{};
  Vec<T, N> slope{};

  Dual() = default;
  Dual(T v, Vec<T, N> s) : value(v), slope(s) {}
  template <class U>
  requires std::convertible_to<U, T> Dual(U const& constant) : value(constant) {
    for (int i = 0; i < N; ++i) slope[i] = T(0);
  }

  /// f(a) with f' = df at a.
  static Dual chain(Dual const& a, T f, T df) { return {f, df * a.slope}; }
};

/// Value, gradient and the lower triangle of the (symmetric) Hessian.
template <class T, int N>
struct Jet2 {
  static constexpr int pairs = N * (N + 1) / 2;
  T value{};
  Vec<T, N> gradient{};
  Vec<T, pairs> hessian{};

  Jet2() = default;
  Jet2(T v, Vec<T, N> g, Vec<T, pairs> h) : value(v), gradient(g), hessian(h) {}
  template <class U>
  requires std::convertible_to<U, T> Jet2(U const& constant) : value(constant) {
    for (int i = 0; i < N; ++i) gradient[i] = T(0);
    for (int k = 0; k < pairs; ++k) hessian[k] = T(0);
  }

  T const& second(int i, int j) const {
    return i >= j ? hessian[i * (i + 1) / 2 + j] : hessian[j * (j + 1) / 2 + i];
  }

  /// f(a) with first and second derivative df, ddf at a.
  static Jet2 chain(Jet2 const& a, T f, T df, T ddf) {
    Jet2 r(f, df * a.gradient, df * a.hessian);
    for (int i = 0, k = 0; i < N; ++i)
      for (int j = 0; j <= i; ++j, ++k)
        r.hessian[k] = r.hessian[k] + ddf * a.gradient[i] * a.gradient[j];
    return r;
  }
};

// ---- Dual arithmetic ----
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

// ---- Jet2 arithmetic ----
template <class T, int N>
Jet2<T, N> operator+(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  return {a.value + b.value, a.gradient + b.gradient, a.hessian + b.hessian};
}
template <class T, int N>
Jet2<T, N> operator-(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  return {a.value - b.value, a.gradient - b.gradient, a.hessian - b.hessian};
}
template <class T, int N>
Jet2<T, N> operator-(Jet2<T, N> const& a) {
  return {-a.value, -a.gradient, -a.hessian};
}
template <class T, int N>
Jet2<T, N> operator*(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  Jet2<T, N> r(a.value * b.value, a.value * b.gradient + b.value * a.gradient,
               a.value * b.hessian + b.value * a.hessian);
  for (int i = 0, k = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j, ++k)
      r.hessian[k] = r.hessian[k] + a.gradient[i] * b.gradient[j] + a.gradient[j] * b.gradient[i];
  return r;
}
template <class T, int N>
Jet2<T, N> operator/(Jet2<T, N> const& a, Jet2<T, N> const& b) {
  T const i = T(1) / b.value;
  return a * Jet2<T, N>::chain(b, i, -i * i, T(2) * i * i * i);
}

// ---- mixed arithmetic with plain numbers, the same for both ----
template <class D>
inline constexpr bool is_differentiable = false;
template <class T, int N>
inline constexpr bool is_differentiable<Dual<T, N>> = true;
template <class T, int N>
inline constexpr bool is_differentiable<Jet2<T, N>> = true;
template <class D>
concept Differentiable = is_differentiable<D>;
template <class D, class U>
concept PlainFor =
    Differentiable<D> && !std::same_as<D, U> && std::convertible_to<U, decltype(D::value)>;

template <Differentiable D, class U>
requires PlainFor<D, U> D operator+(D const& a, U const& s) { return a + D(s); }
template <Differentiable D, class U>
requires PlainFor<D, U> D operator+(U const& s, D const& a) { return D(s) + a; }
template <Differentiable D, class U>
requires PlainFor<D, U> D operator-(D const& a, U const& s) { return a - D(s); }
template <Differentiable D, class U>
requires PlainFor<D, U> D operator-(U const& s, D const& a) { return D(s) - a; }

template <class T, int N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator*(U const& s, Dual<T, N> const& a) { return {T(s) * a.value, T(s) * a.slope}; }
template <class T, int N, class U>
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

// ---- order by value, for the choice of a pivot ----
template <Differentiable D>
auto operator>(D const& a, D const& b) {
  return a.value > b.value;
}
template <class T, int N, class Condition>
requires(!std::same_as<Condition, bool>) Dual<T, N> select(Condition const& condition,
                                                           Dual<T, N> const& yes,
                                                           Dual<T, N> const& no) {
  return {select(condition, yes.value, no.value), select(condition, yes.slope, no.slope)};
}
template <class T, int N, class Condition>
requires(!std::same_as<Condition, bool>) Jet2<T, N> select(Condition const& condition,
                                                           Jet2<T, N> const& yes,
                                                           Jet2<T, N> const& no) {
  return {select(condition, yes.value, no.value), select(condition, yes.gradient, no.gradient),
          select(condition, yes.hessian, no.hessian)};
}
template <Differentiable D>
D abs(D const& a) {
  return select(D(0) > a, -a, a);
}

// ---- elementary functions: the value, its first and its second derivative ----
template <class T, int N>
Dual<T, N> sqrt(Dual<T, N> const& a) {
  using std::sqrt;
  T const r = sqrt(a.value);
  return Dual<T, N>::chain(a, r, T(1) / (T(2) * r));
}
template <class T, int N>
Jet2<T, N> sqrt(Jet2<T, N> const& a) {
  using std::sqrt;
  T const r = sqrt(a.value), d = T(1) / (T(2) * r);
  return Jet2<T, N>::chain(a, r, d, -d / (T(2) * a.value));
}
template <class T, int N>
Dual<T, N> sin(Dual<T, N> const& a) {
  using std::cos, std::sin;
  return Dual<T, N>::chain(a, sin(a.value), cos(a.value));
}
template <class T, int N>
Jet2<T, N> sin(Jet2<T, N> const& a) {
  using std::cos, std::sin;
  T const s = sin(a.value);
  return Jet2<T, N>::chain(a, s, cos(a.value), -s);
}
template <class T, int N>
Dual<T, N> cos(Dual<T, N> const& a) {
  using std::cos, std::sin;
  return Dual<T, N>::chain(a, cos(a.value), -sin(a.value));
}
template <class T, int N>
Jet2<T, N> cos(Jet2<T, N> const& a) {
  using std::cos, std::sin;
  T const c = cos(a.value);
  return Jet2<T, N>::chain(a, c, -sin(a.value), -c);
}

template <class T, int N>
Dual<T, N> atan(Dual<T, N> const& a) {
  using std::atan;
  return Dual<T, N>::chain(a, atan(a.value), T(1) / (T(1) + a.value * a.value));
}
template <class T, int N>
Jet2<T, N> atan(Jet2<T, N> const& a) {
  using std::atan;
  T const d = T(1) / (T(1) + a.value * a.value);
  return Jet2<T, N>::chain(a, atan(a.value), d, -T(2) * a.value * d * d);
}

}  // namespace rattleback
