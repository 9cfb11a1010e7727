#pragma once
// Exact derivatives in one or two directions: numbers with their rates in two parameters.

#include <stdexcept>

#include "experiments/theory/numbers.hpp"

namespace rattleback::theory {

/// Value of a function f(s, t) at s = t = 0 with its derivatives df/ds, df/dt and d^2f/(ds dt).
template <class T>
struct Jet {
  T value = 0;  ///< f
  T s = 0;      ///< df/ds
  T t = 0;      ///< df/dt
  T st = 0;     ///< d^2f/(ds dt)

  Jet() = default;
  /// Constant.
  template <class Number>
  requires std::convertible_to<Number, T> Jet(Number const& constant) : value(T(constant)) {}
  /// Number with value and derivatives.
  Jet(T value, T s, T t, T st) : value(value), s(s), t(t), st(st) {}

  /// Returns f(a), where f has the value f and the derivatives df and ddf at a.value.
  static Jet chain(Jet const& a, T f, T df, T ddf) {
    return {f, df * a.s, df * a.t, df * a.st + ddf * a.s * a.t};
  }

  friend Jet operator+(Jet const& a, Jet const& b) {
    return {a.value + b.value, a.s + b.s, a.t + b.t, a.st + b.st};
  }
  friend Jet operator-(Jet const& a, Jet const& b) {
    return {a.value - b.value, a.s - b.s, a.t - b.t, a.st - b.st};
  }
  friend Jet operator-(Jet const& a) { return {-a.value, -a.s, -a.t, -a.st}; }
  friend Jet operator*(Jet const& a, Jet const& b) {
    return {a.value * b.value, a.s * b.value + a.value * b.s, a.t * b.value + a.value * b.t,
            a.st * b.value + a.s * b.t + a.t * b.s + a.value * b.st};
  }
  friend Jet operator/(Jet const& a, Jet const& b) {
    T const i = 1 / b.value;
    return a * chain(b, i, -i * i, 2 * i * i * i);
  }
  Jet& operator+=(Jet const& a) { return *this = *this + a; }
  Jet& operator-=(Jet const& a) { return *this = *this - a; }
  Jet& operator*=(Jet const& a) { return *this = *this * a; }
  Jet& operator/=(Jet const& a) { return *this = *this / a; }

  // Comparisons compare the values.
  friend bool operator==(Jet const& a, Jet const& b) { return a.value == b.value; }
  friend bool operator<(Jet const& a, Jet const& b) { return a.value < b.value; }
  friend bool operator>(Jet const& a, Jet const& b) { return a.value > b.value; }
  friend bool operator<=(Jet const& a, Jet const& b) { return a.value <= b.value; }
  friend bool operator>=(Jet const& a, Jet const& b) { return a.value >= b.value; }
};

// Functions of a jet; abs is not differentiable at 0, where it has the slope 1.
template <class T>
Jet<T> abs(Jet<T> const& a) {
  return a.value < 0 ? -a : a;
}
template <class T>
Jet<T> atan(Jet<T> const& a) {
  T const d = 1 / (1 + a.value * a.value);
  return Jet<T>::chain(a, atan(a.value), d, -2 * a.value * d * d);
}
template <class T>
Jet<T> cos(Jet<T> const& a) {
  T const c = cos(a.value), s = sin(a.value);
  return Jet<T>::chain(a, c, -s, -c);
}
template <class T>
Jet<T> exp(Jet<T> const& a) {
  T const e = exp(a.value);
  return Jet<T>::chain(a, e, e, e);
}
template <class T>
Jet<T> log(Jet<T> const& a) {
  T const i = 1 / a.value;
  return Jet<T>::chain(a, log(a.value), i, -i * i);
}
template <class T>
Jet<T> sin(Jet<T> const& a) {
  T const c = cos(a.value), s = sin(a.value);
  return Jet<T>::chain(a, s, c, -s);
}
template <class T>
Jet<T> sqrt(Jet<T> const& a) {
  T const root = sqrt(a.value), d = 1 / (2 * root);
  return Jet<T>::chain(a, root, d, -d / (2 * a.value));
}
template <class T>
Jet<T> tan(Jet<T> const& a) {
  T const f = tan(a.value), d = 1 + f * f;
  return Jet<T>::chain(a, f, d, 2 * f * d);
}

/// Returns x + s u + t w as jets; an empty w counts as 0. Sizes of x, u and w: n.
template <class T>
VectorOf<Jet<T>> jets(VectorOf<T> const& x, VectorOf<T> const& u, VectorOf<T> const& w = {}) {
  VectorOf<Jet<T>> all(x.size());
  for (long i = 0; i < x.size(); ++i)
    all[i] = Jet<T>(x[i], u[i], w.size() == 0 ? T(0) : w[i], T(0));
  return all;
}
/// Returns the values of a matrix of jets.
template <class A>
MatrixOf<decltype(A::Scalar::value)> values(Eigen::MatrixBase<A> const& a) {
  return a.unaryExpr([](auto const& x) { return x.value; });
}
/// Returns the derivatives d/ds of a matrix of jets.
template <class A>
MatrixOf<decltype(A::Scalar::s)> rates(Eigen::MatrixBase<A> const& a) {
  return a.unaryExpr([](auto const& x) { return x.s; });
}

/// Returns f'(0) of a function f of one jet with values in jets, or in vectors or matrices of jets.
/// f uses the parameter t, so that it may contain derivatives along s.
template <class T = Quad, class F>
auto derivative(F const& f) {
  auto const value = f(Jet<T>(0, 0, 1, 0));
  if constexpr (std::is_same_v<decltype(value), Jet<T> const>)
    return value.t;
  else
    return value.unaryExpr([](Jet<T> const& x) { return x.t; }).eval();
}
/// Returns d^2 f(s, t)/(ds dt) at 0.
template <class T = Quad, class F>
T mixed_derivative(F const& f) {
  return f(Jet<T>(0, 1, 0, 0), Jet<T>(0, 0, 1, 0)).st;
}

/// Returns d/ds f(x + s u) at s = 0.
/// @param f  maps a vector of any number type to a number
template <class T, class F>
T derivative(F const& f, VectorOf<T> const& x, VectorOf<T> const& u) {
  return f(jets<T>(x, u)).s;
}
/// Returns d^2/(ds dt) f(x + s u + t w) at s = t = 0; f as in derivative().
template <class T, class F>
T second_derivative(F const& f, VectorOf<T> const& x, VectorOf<T> const& u, VectorOf<T> const& w) {
  return f(jets<T>(x, u, w)).st;
}
/// Returns the derivatives df/dx_i at x in R^n; f as in derivative().
template <class T, class F>
VectorOf<T> gradient(F const& f, VectorOf<T> const& x) {
  VectorOf<T> g(x.size());
  for (long i = 0; i < x.size(); ++i) g[i] = derivative<T>(f, x, VectorOf<T>::Unit(x.size(), i));
  return g;
}
/// Returns df/dx_i (n) with its rate d^2f/(dx_i ds) at a point x (n) that moves with s; f takes a
/// VectorOf<Jet<T>> and returns a number. Throws std::logic_error if the point moves with t.
template <class T, class F>
VectorOf<Jet<T>> moving_gradient(F const& f, VectorOf<Jet<T>> const& x) {
  VectorOf<Jet<T>> g(x.size());
  for (long i = 0; i < x.size(); ++i) {
    if (x[i].t != 0 || x[i].st != 0) throw std::logic_error("the point moves with t");
    VectorOf<Jet<T>> moved = x;
    moved[i].t = 1;
    Jet<T> const y = f(moved);
    g[i] = Jet<T>(y.t, y.st, T(0), T(0));
  }
  return g;
}
/// Returns the second derivatives d^2f/(dx_i dx_j), n x n, at x in R^n; f as in derivative().
template <class T, class F>
MatrixOf<T> hessian(F const& f, VectorOf<T> const& x) {
  long const n = x.size();
  MatrixOf<T> H(n, n);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j)
      H(i, j) = H(j, i) =
          second_derivative<T>(f, x, VectorOf<T>::Unit(n, i), VectorOf<T>::Unit(n, j));
  return H;
}
/// Returns d/ds f(x + s u) at s = 0, with the shape of f(x).
/// @param f  maps a vector of any number type to a vector or a matrix
template <class T, class F>
MatrixOf<T> directional(F const& f, VectorOf<T> const& x, VectorOf<T> const& u) {
  return rates(f(jets<T>(x, u)));
}
/// Returns the derivatives df_i/dx_j, m x n, at x in R^n; f maps to vectors of size m.
template <class T, class F>
MatrixOf<T> jacobian(F const& f, VectorOf<T> const& x) {
  MatrixOf<T> J;
  for (long j = 0; j < x.size(); ++j) {
    VectorOf<T> const column = directional<T>(f, x, VectorOf<T>::Unit(x.size(), j));
    J.conservativeResize(column.size(), x.size());
    J.col(j) = column;
  }
  return J;
}

}  // namespace rattleback::theory

namespace Eigen {
template <class T>
struct NumTraits<rattleback::theory::Jet<T>> : GenericNumTraits<rattleback::theory::Jet<T>> {
  using Real = rattleback::theory::Jet<T>;
  using NonInteger = Real;
  using Nested = Real;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
  enum { ReadCost = 4, AddCost = 40, MulCost = 90 };
};
/// Products of jets and plain numbers.
template <class T, class Operation>
struct ScalarBinaryOpTraits<rattleback::theory::Jet<T>, T, Operation> {
  using ReturnType = rattleback::theory::Jet<T>;
};
template <class T, class Operation>
struct ScalarBinaryOpTraits<T, rattleback::theory::Jet<T>, Operation> {
  using ReturnType = rattleback::theory::Jet<T>;
};
}  // namespace Eigen
