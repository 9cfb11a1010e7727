#pragma once

#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Rotations of R^N. A point is the matrix R, row by row; a velocity xi holds X_ij, i > j, row by
/// row (X_10, X_20, X_21, ...) of the antisymmetric X = R^-1 R'. Retractions and trivialised
/// tangents as in SO3; where SO3 has closed forms, these are matrix functions, good to every digit
/// at any angle. The plain dot product of velocities is invariant, so that transposes are opposite
/// velocities.
template <int N>
struct SO : RotationMatrices<SO<N>, N> {
  static_assert(N >= 2);
  /// Common part of all groups of rotations.
  using Base = RotationMatrices<SO, N>;
  using Base::size, Base::dof, Base::compose, Base::inverse;

  /// Returns the antisymmetric matrix of a velocity.
  template <class T>
  static Vec<T, size> hat(Vec<T, dof> const& xi) {
    Vec<T, size> X;
    for (int i = 0, k = 0; i < N; ++i) {
      X[N * i + i] = T(0);
      for (int j = 0; j < i; ++j, ++k) {
        X[N * i + j] = xi[k];
        X[N * j + i] = -xi[k];
      }
    }
    return X;
  }
  /// [a, b]; the transpose of hat(a) hat(b) is hat(b) hat(a).
  template <class T, class U>
  static auto bracket(Vec<T, dof> const& a, Vec<U, dof> const& b) {
    return 2 * antisymmetric_part(compose(hat(a), hat(b)));
  }
  /// Returns Ad_R a = R hat(a) R^T.
  template <class T, class U>
  static auto Ad(Vec<T, size> const& R, Vec<U, dof> const& a) {
    return antisymmetric_part(compose(compose(R, hat(a)), inverse(R)));
  }

  /// Returns exp(xi).
  template <class T>
  static Vec<T, size> exp(Vec<T, dof> const& xi) {
    auto const X = hat(xi);
    return identity_matrix<N, T>() + compose(X, phi_1<N>(X));
  }
  /// Returns cay(X) = (1 - X/2)^-1 (1 + X/2).
  template <class T>
  static Vec<T, size> cay(Vec<T, dof> const& xi) {
    return T(2) * resolvent(xi) - identity_matrix<N, T>();
  }
  /// Returns the inverse of exp, for angles less than pi in every plane; not finite for a half
  /// turn. The antisymmetric part of R exp(-X) is added to X: an angle a that is left becomes a -
  /// sin(a), always nearer to 0 and of third order there. Angle pi - 2^-k takes about k steps. A
  /// last step is one of Newton's method, for what does not commute with X: rounding, and
  /// derivatives.
  template <class T>
  static Vec<T, dof> log(Vec<T, size> const& R) {
    constexpr int steps = 200;  // more than bits in any number here
    double const close = std::cbrt(machine_epsilon<T>());
    Vec<T, dof> xi{};
    double left = 2;
    for (int step = 0; step < steps && left > close; ++step) {
      auto const rest = compose(R, exp(-xi));
      left = plain_length(rest - identity_matrix<N, T>());
      xi = xi + antisymmetric_part(rest);
    }
    if (!(left <= close)) return not_numbers<T, dof>();
    return xi + dexp_inverse(xi, antisymmetric_part(compose(R, exp(-xi))));
  }
  /// Returns the inverse of cay, 2 (R + 1)^-1 (R - 1); not finite if a half turn in some plane
  /// makes R + 1 singular.
  template <class T>
  static Vec<T, dof> cay_inverse(Vec<T, size> const& R) {
    auto const one = identity_matrix<N, T>();
    return T(2) * antisymmetric_part(quotient<N>(R + one, R - one));
  }

  /// Returns dexp_xi a = phi_1(ad_xi) a.
  template <class T>
  static Vec<T, dof> dexp(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return as_rows<dof>(phi_1<dof>(ad(xi))) * a;
  }
  /// Returns (dexp_xi)^-1 a, which grows without bound where two angles, or one and the 0 of odd N,
  /// make up a full turn.
  template <class T>
  static Vec<T, dof> dexp_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return solution<dof>(phi_1<dof>(ad(xi)), a);
  }
  /// Returns dcay_X A = (1 - X/2)^-1 A (1 + X/2)^-1.
  template <class T>
  static Vec<T, dof> dcay(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return Ad(resolvent(xi), a);
  }
  /// Returns dcay_X^-1 A = (1 - X/2) A (1 + X/2).
  template <class T>
  static Vec<T, dof> dcay_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return Ad(identity_matrix<N, T>() - hat(T(1) / T(2) * xi), a);
  }

 private:
  /// Components of (M - M^T)/2.
  template <class T>
  static Vec<T, dof> antisymmetric_part(Vec<T, size> const& M) {
    Vec<T, dof> xi;
    for (int i = 0, k = 0; i < N; ++i)
      for (int j = 0; j < i; ++j, ++k) xi[k] = (M[N * i + j] - M[N * j + i]) / T(2);
    return xi;
  }
  /// (1 - X/2)^-1; with Y = X/2 of a rotation in space, whose Y^3 = -|y|^2 Y, that is
  /// 1 + (Y + Y^2)/(1 + |y|^2).
  template <class T>
  static Vec<T, size> resolvent(Vec<T, dof> const& xi) {
    if constexpr (N == 3) {
      auto const y = T(1) / T(2) * xi;
      auto const Y = hat(y);
      return identity_matrix<N, T>() + T(1) / (T(1) + dot(y, y)) * (Y + compose(Y, Y));
    }
    return quotient<N>(identity_matrix<N, T>() - hat(T(1) / T(2) * xi), identity_matrix<N, T>());
  }
  /// The matrix of [xi, .].
  template <class T>
  static Vec<T, dof * dof> ad(Vec<T, dof> const& xi) {
    Vec<T, dof * dof> matrix;
    for (int j = 0; j < dof; ++j) {
      auto const column = bracket(xi, unit<T, dof>(j));
      for (int i = 0; i < dof; ++i) matrix[dof * i + j] = column[i];
    }
    return matrix;
  }
};

}  // namespace rattleback
