#pragma once
// Group operations in plain matrices, beside those of the catalogue.

#include <Eigen/Geometry>

#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// The matrix whose rows are the nine coordinates.
template <class T, class S>
Eigen::Matrix<T, 3, 3> rotation_of(std::vector<S> const& q) {
  Eigen::Matrix<T, 3, 3> R;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = T(q[std::size_t(i)]);
  return R;
}

/// The constraint form of `constrained_so3` in the body frame.
template <class T>
Vector<T, 3> constraint_form(Eigen::Matrix<T, 3, 3> const& R, double s) {
  T const strength = T(s) / T(10);
  Vector<T, 3> const rest(3 * R(0, 1) * R(2, 2), 5 + 3 * R(1, 0) * R(1, 0), 3 * R(2, 1));
  return R.row(0).transpose() + strength * rest;
}

/// (P - Q)* p in the body frame, where one form annihilates D.
template <class T>
Vector<T, 3> reflected(Vector<T, 3> const& p, Vector<T, 3> const& form,
                       Eigen::Matrix<T, 3, 3> const& inverse_metric) {
  Vector<T, 3> const raised = inverse_metric * form;
  return p - 2 * raised.dot(p) / raised.dot(form) * form;
}

/// (x', y', theta') from the body velocity at the angle theta; the rotation of the plane by it.
template <class T>
Eigen::Matrix<T, 3, 3> body_to_chart(T const& theta) {
  T const c = cos(theta), s = sin(theta);
  Eigen::Matrix<T, 3, 3> B;
  B << c, -s, T(0), s, c, T(0), T(0), T(0), T(1);
  return B;
}

/// W = g^-1 g1 on SE(2), (x, y, theta).
template <class T>
Vector<T, 3> between(Vector<T, 3> const& g, Vector<T, 3> const& g1) {
  Vector<T, 3> const d = g1 - g;
  return body_to_chart(g[2]).transpose() * d;
}

/// Ad_W on se(2) in the basis (v1, v2, w).
template <class T>
Eigen::Matrix<T, 3, 3> adjoint_matrix(Vector<T, 3> const& W) {
  Eigen::Matrix<T, 3, 3> Ad = body_to_chart(W[2]);
  Ad(0, 2) = W[1];
  Ad(1, 2) = -W[0];
  return Ad;
}

/// Rotations that follow from a seed.
inline std::vector<Eigen::Matrix3d> random_rotations(unsigned seed, int number) {
  std::vector<Eigen::Matrix3d> all;
  for (auto const& q : random_points<4>(seed, number))
    all.push_back(Eigen::Quaterniond(q.cast<double>().normalized()).toRotationMatrix());
  return all;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
