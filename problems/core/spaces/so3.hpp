#pragma once

#include "problems/core/numbers/removable.hpp"
#include "problems/core/numbers/square_matrix.hpp"
#include "problems/core/spaces/space.hpp"

namespace rattleback {

/// Returns the cross product a x b.
template <class T, class U>
constexpr auto cross(Vec<T, 3> const& a, Vec<U, 3> const& b) {
  using W = std::remove_cvref_t<decltype(a[0] * b[0])>;
  return Vec<W, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Common part of all groups of rotations of R^N. A point is the matrix R, row by row; a velocity w
/// has the antisymmetric matrix hat(w) = R^-1 R'. `Group` has a plain dot product of velocities
/// that is invariant, so that transposes are opposite velocities.
template <class Group, int N>
struct RotationMatrices {
  static constexpr int size = N * N;           ///< numbers per point
  static constexpr int dof = N * (N - 1) / 2;  ///< numbers per velocity
  /// Returns the name of the space.
  static std::string name() { return "SO(" + std::to_string(N) + ")"; }

  /// @cond
  // Operations of a group: see LieGroup.
  template <class T>
  static Vec<T, size> identity() {
    return identity_matrix<N, T>();
  }
  template <class T, class U>
  static auto compose(Vec<T, size> const& a, Vec<U, size> const& b) {
    return product<N>(a, b);
  }
  template <class T>
  static Vec<T, size> inverse(Vec<T, size> const& a) {
    return transposed<N>(a);
  }
  template <class T, class U>
  static auto tangent(Vec<T, size> const& R, Vec<U, dof> const& w) {
    return compose(R, Group::hat(w));
  }
  template <class T, class U>
  static auto right_tangent(Vec<T, size> const& R, Vec<U, dof> const& w) {
    return compose(Group::hat(w), R);
  }
  template <class T>
  static T defect(Vec<T, size> const& R) {
    return rotation_defect<N>(R);
  }
  template <class T>
  static Vec<T, dof> ad_transpose(Vec<T, dof> const& w, Vec<T, dof> const& p) {
    return Group::bracket(p, w);
  }
  template <class T, class U>
  static auto Ad_transpose(Vec<T, size> const& R, Vec<U, dof> const& p) {
    return Group::Ad(inverse(R), p);
  }
  template <class T>
  static Vec<T, dof> dexp_inverse_transpose(Vec<T, dof> const& w, Vec<T, dof> const& p) {
    return Group::dexp_inverse(-w, p);
  }
  template <class T>
  static Vec<T, dof> dcay_inverse_transpose(Vec<T, dof> const& w, Vec<T, dof> const& p) {
    return Group::dcay_inverse(-w, p);
  }
  /// Returns the length of the rotation between two points: the root of the sum of its squared
  /// angles, in space its angle.
  template <class T>
  static T distance(Vec<T, size> const& a, Vec<T, size> const& b) {
    using std::sqrt;
    auto const w = Group::log(compose(inverse(a), b));
    return sqrt(dot(w, w));
  }
  /// @endcond
};

/// Rotations. A point is the matrix R, row by row; a velocity xi = w is the body angular velocity,
/// R' = R hat(w), so that [a, b] = a x b. Retractions: exp, and Cayley's map cay(w) = (1 -
/// hat(w)/2)^-1 (1 + hat(w)/2). The trivialised tangents are right ones, d tau_xi eta = (D tau(xi)
/// eta) tau(xi)^-1. Ferraro, Jimenez & Martin de Diego 2015, appendix.
struct SO3 : RotationMatrices<SO3, 3> {
  /// Returns the antisymmetric matrix of a velocity.
  template <class T>
  static Vec<T, 9> hat(Vec<T, 3> const& w) {
    return {T(0), -w[2], w[1], w[2], T(0), -w[0], -w[1], w[0], T(0)};
  }
  /// @{
  /// Operation of a group: see LieGroup.
  template <class T, class U>
  static auto bracket(Vec<T, 3> const& a, Vec<U, 3> const& b) {
    return cross(a, b);
  }
  /// Returns Ad_R a = R a.
  template <class T, class U>
  static auto Ad(Vec<T, 9> const& R, Vec<U, 3> const& a) {
    Vec<std::remove_cvref_t<decltype(R[0] * a[0])>, 3> b;
    for (int i = 0; i < 3; ++i) b[i] = R[3 * i] * a[0] + R[3 * i + 1] * a[1] + R[3 * i + 2] * a[2];
    return b;
  }

  template <class T>
  static Vec<T, 9> exp(Vec<T, 3> const& w) {
    T const s = dot(w, w);
    return quadratic(w, sine_quotient(s), cosine_quotient(s));
  }
  template <class T>
  static Vec<T, 9> cay(Vec<T, 3> const& w) {
    T const a = T(4) / (T(4) + dot(w, w));
    return quadratic(w, a, a / T(2));
  }
  /// Returns the rotation vector, of length at most pi.
  template <class T>
  static Vec<T, 3> log(Vec<T, 9> const& R) {
    using std::atan2, std::sqrt;
    auto const [scalar, vector] = quaternion(R);
    T const length = sqrt(dot(vector, vector));
    return select(length == T(0), vector, T(2) * atan2(length, scalar) / length * vector);
  }
  /// Returns the inverse of cay; not finite for a rotation by pi, which cay does not reach.
  template <class T>
  static Vec<T, 3> cay_inverse(Vec<T, 9> const& R) {
    auto const [scalar, vector] = quaternion(R);
    return T(2) / scalar * vector;
  }

  template <class T>
  static Vec<T, 3> dexp(Vec<T, 3> const& w, Vec<T, 3> const& a) {
    T const s = dot(w, w);
    return a + cosine_quotient(s) * cross(w, a) +
           sine_remainder_quotient(s) * cross(w, cross(w, a));
  }
  template <class T>
  static Vec<T, 3> dexp_inverse(Vec<T, 3> const& w, Vec<T, 3> const& a) {
    return a - T(1) / T(2) * cross(w, a) + cotangent_quotient(dot(w, w)) * cross(w, cross(w, a));
  }
  /// Returns dcay_w a, dcay_w = 2/(4 + |w|^2) (2 + hat(w)).
  template <class T>
  static Vec<T, 3> dcay(Vec<T, 3> const& w, Vec<T, 3> const& a) {
    return T(2) / (T(4) + dot(w, w)) * (T(2) * a + cross(w, a));
  }
  /// Returns dcay_w^-1 a, dcay_w^-1 = 1 - hat(w)/2 + w w^T/4.
  template <class T>
  static Vec<T, 3> dcay_inverse(Vec<T, 3> const& w, Vec<T, 3> const& a) {
    return a - T(1) / T(2) * cross(w, a) + dot(w, a) / T(4) * w;
  }
  /// @}

 private:
  /// 1 + a hat(w) + b hat(w)^2,  hat(w)^2 = w w^T - |w|^2.
  template <class T>
  static Vec<T, 9> quadratic(Vec<T, 3> const& w, T const& a, T const& b) {
    T const xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
    T const xy = w[0] * w[1], xz = w[0] * w[2], yz = w[1] * w[2];
    Vec<T, 9> const square{-zz - yy, xy, xz, xy, -zz - xx, yz, xz, yz, -yy - xx};
    return identity<T>() + a * hat(w) + b * square;
  }
  /// Unit quaternion with scalar part >= 0, by the largest of its components, so that no digits are
  /// lost at any angle.
  template <class T>
  static std::pair<T, Vec<T, 3>> quaternion(Vec<T, 9> const& R) {
    using std::sqrt;
    T const trace = R[0] + R[4] + R[8];
    // 4 q_i q_j for all pairs; the row of the largest diagonal entry is q up to a factor.
    Vec<T, 4> const four[4] = {{T(1) + trace, R[7] - R[5], R[2] - R[6], R[3] - R[1]},
                               {R[7] - R[5], T(1) + T(2) * R[0] - trace, R[1] + R[3], R[2] + R[6]},
                               {R[2] - R[6], R[1] + R[3], T(1) + T(2) * R[4] - trace, R[5] + R[7]},
                               {R[3] - R[1], R[2] + R[6], R[5] + R[7], T(1) + T(2) * R[8] - trace}};
    T largest = four[0][0];
    Vec<T, 4> row = four[0];
    for (int i = 1; i < 4; ++i) {
      auto const is_larger = four[i][i] > largest;
      largest = select(is_larger, four[i][i], largest);
      row = select(is_larger, four[i], row);
    }
    T length(0);
    for (T const& q : row.c) length = length + q * q;
    T const sign = select(row[0] < T(0), T(-1), T(1));
    T const factor = sign / sqrt(length);
    return {factor * row[0], {factor * row[1], factor * row[2], factor * row[3]}};
  }
};

}  // namespace rattleback
