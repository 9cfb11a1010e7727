#pragma once
// A left-invariant discrete Lagrangian on SO(3) without further symmetry,
//   L_d(g, g1) = l_d(g^-1 g1),   l_d(W) = tr(A^T W) + tr(B^T W)^2/2,
// and its momenta by automatic differentiation of L_d itself.

#include <Eigen/Dense>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

inline Eigen::Matrix3d hat(Eigen::Vector3d const& w) {
  Eigen::Matrix3d m;
  m << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return m;
}

/// tr(a^T b): a covector of matrices applied to a tangent one.
inline double pairing(Eigen::Matrix3d const& a, Eigen::Matrix3d const& b) {
  return a.cwiseProduct(b).sum();
}

inline Vec<double, 9> const general_A{0.3, -0.8, 0.5, 0.9, 0.2, -0.4, 0.7, 0.1, 1.1};
inline Vec<double, 9> const general_B{-0.2, 0.6, 0.4, 0.1, -0.9, 0.3, 0.5, 0.8, 0.2};

/// Entries of a matrix, row by row.
inline Vec<double, 9> entries(Eigen::Matrix3d const& m) {
  Vec<double, 9> all;
  for (int i = 0; i < 9; ++i) all[i] = m(i / 3, i % 3);
  return all;
}
inline Eigen::Matrix3d matrix(Vec<double, 9> const& m) {
  Eigen::Matrix3d all;
  for (int i = 0; i < 9; ++i) all(i / 3, i % 3) = m[i];
  return all;
}

/// Dl_d(W), to be paired with tangent matrices at W.
inline Eigen::Matrix3d derivative(Eigen::Matrix3d const& W) {
  return matrix(general_A) + pairing(matrix(general_B), W) * matrix(general_B);
}

/// -D_1 L_d and D_2 L_d in body components.
struct IntervalMomenta {
  Eigen::Vector3d left, right;
};
inline IntervalMomenta interval_momenta(Eigen::Matrix3d const& g, Eigen::Matrix3d const& g1) {
  using D = Dual<double, 6>;
  Vec<D, 3> w, w1;
  for (int i = 0; i < 3; ++i) {
    w[i] = {0, unit<double, 6>(i)};
    w1[i] = {0, unit<double, 6>(3 + i)};
  }
  auto const moved = [](Eigen::Matrix3d const& R, Vec<D, 3> const& by) {
    auto const at = entries(R);
    return cast<D>(at) + SO3::tangent(cast<D>(at), by);
  };
  auto const W = SO3::compose(SO3::inverse(moved(g, w)), moved(g1, w1));
  D const b = dot(general_B, W), L_d = dot(general_A, W) + b * b / 2.0;
  IntervalMomenta p;
  for (int i = 0; i < 3; ++i) {
    p.left[i] = -L_d.slope[i];
    p.right[i] = L_d.slope[3 + i];
  }
  return p;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
