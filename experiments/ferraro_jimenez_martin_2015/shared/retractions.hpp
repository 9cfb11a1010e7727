#pragma once
// The appendix on SO(3) and SE(2), both as groups of 3 x 3 matrices with algebras of dimension
// three, from the printed matrix formulas. In both, X^3 = -theta^2 X and ad^3 = -theta^2 ad.

#include <quadmath.h>

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

inline double root(double x) { return std::sqrt(x); }
inline double sine(double x) { return std::sin(x); }
inline double cosine(double x) { return std::cos(x); }
inline Quad root(Quad x) { return sqrtq(x); }
inline Quad sine(Quad x) { return sinq(x); }
inline Quad cosine(Quad x) { return cosq(x); }

struct So3 {
  template <class S>
  static Matrix3<S> hat(Vector3<S> const& w) {
    Matrix3<S> X;
    X << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
    return X;
  }
  template <class S>
  static Vector3<S> vee(Matrix3<S> const& X) {
    return {X(2, 1), X(0, 2), X(1, 0)};
  }
  template <class S>
  static S angle_squared(Vector3<S> const& w) {
    return w.squaredNorm();
  }
};

/// (v1, v2, w): velocity in the plane, and rotation rate.
struct Se2 {
  template <class S>
  static Matrix3<S> hat(Vector3<S> const& u) {
    Matrix3<S> X;
    X << 0, -u[2], u[0], u[2], 0, u[1], 0, 0, 0;
    return X;
  }
  template <class S>
  static Vector3<S> vee(Matrix3<S> const& X) {
    return {X(0, 2), X(1, 2), X(1, 0)};
  }
  template <class S>
  static S angle_squared(Vector3<S> const& u) {
    return u[2] * u[2];
  }
};

enum class Tau { cayley, exponential };

/// ad_x or Ad_g as a matrix, column by column.
template <class G, class S>
Matrix3<S> ad(Vector3<S> const& x) {
  Matrix3<S> result;
  Matrix3<S> const X = G::hat(x);
  for (int j = 0; j < 3; ++j) {
    Matrix3<S> const E = G::hat(Vector3<S>(Vector3<S>::Unit(j)));
    result.col(j) = G::vee(Matrix3<S>(X * E - E * X));
  }
  return result;
}
template <class G, class S>
Matrix3<S> Ad(Matrix3<S> const& g) {
  Matrix3<S> result;
  Matrix3<S> const inverse = g.inverse();
  for (int j = 0; j < 3; ++j)
    result.col(j) = G::vee(Matrix3<S>(g * G::hat(Vector3<S>(Vector3<S>::Unit(j))) * inverse));
  return result;
}

/// tau(x) as a group element.
template <class G, class S>
Matrix3<S> retract(Tau tau, Vector3<S> const& x) {
  Matrix3<S> const I = Matrix3<S>::Identity(), X = G::hat(x);
  if (tau == Tau::cayley) return Matrix3<S>(I - X / 2).inverse() * (I + X / 2);
  S const square = G::angle_squared(x), angle = root(square);
  if (square == 0) return I + X + X * X / 2;  // X^3 = 0
  return I + sine(angle) / angle * X + (1 - cosine(angle)) / square * X * X;
}

/// The inverse of the Cayley map: X = 2 (W - e) (W + e)^-1.
template <class G>
Vector3<Quad> inverse_cayley(Matrix3<Quad> const& W) {
  Matrix3<Quad> const I = Matrix3<Quad>::Identity(), sum = W + I;
  return G::vee(Matrix3<Quad>(2 * (W - I) * sum.inverse()));
}

/// Derivative at 0 of a scalar, vector or matrix function of one variable, of sixth order.
template <class F>
auto derivative(F const& f) {
  Quad const d = 1e-5;
  using Value = decltype(f(d));
  return Value((45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) /
               (60 * d));
}

/// d tau_x as a matrix by definition (50), of any smooth map from the algebra to the group.
template <class G, class Map>
Matrix3<Quad> trivialised_tangent(Map const& map, Vector3<Quad> const& x) {
  Matrix3<Quad> const inverse = map(x).inverse();
  Matrix3<Quad> result;
  for (int j = 0; j < 3; ++j) {
    Matrix3<Quad> const slope = derivative([&](Quad e) -> Matrix3<Quad> {
      return map(Vector3<Quad>(x + e * Vector3<Quad>::Unit(j)));
    });
    result.col(j) = G::vee(Matrix3<Quad>(slope * inverse));
  }
  return result;
}

/// dcay_x^-1 y = (e - x/2) y (e + x/2), as printed.
template <class G, class S>
Matrix3<S> inverse_dcay(Vector3<S> const& x) {
  Matrix3<S> const I = Matrix3<S>::Identity(), X = G::hat(x);
  Matrix3<S> result;
  for (int j = 0; j < 3; ++j)
    result.col(j) =
        G::vee(Matrix3<S>((I - X / 2) * G::hat(Vector3<S>(Vector3<S>::Unit(j))) * (I + X / 2)));
  return result;
}
/// The sum of its series.
template <class G, class S>
Matrix3<S> inverse_dexp(Vector3<S> const& x) {
  S const square = G::angle_squared(x), half = root(square) / 2;
  S const c =
      square < S(1e-8) ? S(1) / 12 + square / 720 : (1 - half * cosine(half) / sine(half)) / square;
  Matrix3<S> const A = ad<G>(x);
  return Matrix3<S>::Identity() - A / 2 + c * A * A;
}
template <class G, class S>
Matrix3<S> inverse_tangent(Tau tau, Vector3<S> const& x) {
  return tau == Tau::cayley ? inverse_dcay<G>(x) : inverse_dexp<G>(x);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
