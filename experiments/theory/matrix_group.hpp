#pragma once
// SO(3) and SE(2) as groups of 3 x 3 matrices with algebras of dimension three, over any number
// type. In both, X^3 = -a^2 X and ad^3 = -a^2 ad, where a is the angle. Ferraro, Jimenez & Martin
// de Diego 2015, appendix.

#include <Eigen/Geometry>

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::theory {

/// Vector of R^3.
template <class T>
using VectorOf3 = Eigen::Matrix<T, 3, 1>;
/// 3 x 3 matrix.
template <class T>
using MatrixOf3 = Eigen::Matrix<T, 3, 3>;

/// Returns the matrix X with X v = w x v.
template <class T>
MatrixOf3<T> hat(VectorOf3<T> const& w) {
  MatrixOf3<T> X;
  X << T(0), -w[2], w[1], w[2], T(0), -w[0], -w[1], w[0], T(0);
  return X;
}
/// Returns w with hat(w) = (X - X^T)/2.
template <class T>
VectorOf3<T> axial(MatrixOf3<T> const& X) {
  return {(X(2, 1) - X(1, 2)) / T(2), (X(0, 2) - X(2, 0)) / T(2), (X(1, 0) - X(0, 1)) / T(2)};
}
/// Returns the inverse by cofactors, for any number type; not finite if A is singular.
template <class T>
MatrixOf3<T> inverse_by_cofactors(MatrixOf3<T> const& A) {
  VectorOf3<T> const a = A.row(0), b = A.row(1), c = A.row(2), bc = b.cross(c);
  MatrixOf3<T> result;
  result << bc, c.cross(a), a.cross(b);
  return result / a.dot(bc);
}

/// SO(3) with its algebra R^3: angular velocity w.
struct So3 {
  /// Returns the matrix of an element of the algebra.
  template <class T>
  static MatrixOf3<T> hat(VectorOf3<T> const& w) {
    return theory::hat(w);
  }
  /// Returns the element of the algebra of a matrix; the inverse of hat.
  template <class T>
  static VectorOf3<T> vee(MatrixOf3<T> const& X) {
    return {X(2, 1), X(0, 2), X(1, 0)};
  }
  /// Returns the square of the angle a.
  template <class T>
  static T angle_squared(VectorOf3<T> const& w) {
    return w.squaredNorm();
  }
};

/// SE(2) with its algebra R^3: (v1, v2, w), velocity in the plane and rotation rate.
struct Se2 {
  /// Returns the matrix of an element of the algebra.
  template <class T>
  static MatrixOf3<T> hat(VectorOf3<T> const& u) {
    MatrixOf3<T> X;
    X << T(0), -u[2], u[0], u[2], T(0), u[1], T(0), T(0), T(0);
    return X;
  }
  /// Returns the element of the algebra of a matrix; the inverse of hat.
  template <class T>
  static VectorOf3<T> vee(MatrixOf3<T> const& X) {
    return {X(0, 2), X(1, 2), X(1, 0)};
  }
  /// Returns the square of the angle a.
  template <class T>
  static T angle_squared(VectorOf3<T> const& u) {
    return u[2] * u[2];
  }
};

/// Returns the matrix of ad_x, y -> [x, y].
template <class G, class T>
MatrixOf3<T> ad(VectorOf3<T> const& x) {
  MatrixOf3<T> const X = G::hat(x);
  MatrixOf3<T> result;
  for (int j = 0; j < 3; ++j) {
    MatrixOf3<T> const E = G::hat(VectorOf3<T>(VectorOf3<T>::Unit(j)));
    result.col(j) = G::vee(MatrixOf3<T>(X * E - E * X));
  }
  return result;
}
/// Returns the matrix of Ad_g, y -> g y g^-1.
template <class G, class T>
MatrixOf3<T> Ad(MatrixOf3<T> const& g) {
  MatrixOf3<T> const inverse = inverse_by_cofactors(g);
  MatrixOf3<T> result;
  for (int j = 0; j < 3; ++j) {
    MatrixOf3<T> const E = G::hat(VectorOf3<T>(VectorOf3<T>::Unit(j)));
    result.col(j) = G::vee(MatrixOf3<T>(g * E * inverse));
  }
  return result;
}
/// Returns cay(x) = (e - x/2)^-1 (e + x/2).
template <class G, class T>
MatrixOf3<T> cayley(VectorOf3<T> const& x) {
  MatrixOf3<T> const e = MatrixOf3<T>::Identity(), X = G::hat(x) / T(2);
  return inverse_by_cofactors(MatrixOf3<T>(e - X)) * (e + X);
}
/// Returns exp(x) = e + sin(a)/a X + (1 - cos(a))/a^2 X^2.
template <class G, class T>
MatrixOf3<T> exponential(VectorOf3<T> const& x) {
  MatrixOf3<T> const e = MatrixOf3<T>::Identity(), X = G::hat(x);
  T const square = G::angle_squared(x);
  // Series where the quotients lose digits: their next terms are below 2^-113.
  if (square < T(1e-9))
    return e + (T(1) - square / T(6) * (T(1) - square / T(20) * (T(1) - square / T(42)))) * X +
           (T(1) / T(2) - square / T(24) * (T(1) - square / T(30) * (T(1) - square / T(56)))) * X *
               X;
  T const angle = sqrt(square);
  return e + sin(angle) / angle * X + (T(1) - cos(angle)) / square * X * X;
}

}  // namespace rattleback::theory
