#pragma once
// Inertia of a body with angular velocity in a plane, and the momentum of its rotations.

#include "experiments/theory/matrix_group.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Block A of the inertia in the plane, and vector b of the products of inertia with the normal.
/// With K = (0, 1; -1, 0) the rotation with Rodrigues' vector sigma in the plane has the momentum 2
/// (A sigma + (b . sigma) K sigma)/(1 + |sigma|^2)/h. T: double or Quad.
template <class T>
struct PlanarInertia {
  using Pair = Eigen::Matrix<T, 2, 1>;
  using Block = Eigen::Matrix<T, 2, 2>;
  Block A;
  Pair b;

  static Pair K(Pair const& x) { return {x[1], -x[0]}; }
  static T determinant(Block const& m) { return m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0); }
  /// Solution x of m x = y.
  static Pair solved(Block const& m, Pair const& y) {
    return Pair(m(1, 1) * y[0] - m(0, 1) * y[1], m(0, 0) * y[1] - m(1, 0) * y[0]) / determinant(m);
  }

  Pair momentum(Pair const& w) const { return A * w; }
  Pair velocity(Pair const& p) const { return solved(A, p); }
  T across(Pair const& w) const { return b.dot(w); }
  T twice_energy(Pair const& w) const { return w.dot(A * w); }
  /// Residual A sigma + (b . sigma) K sigma - P (1 + |sigma|^2), zero for h/2 times the momentum P.
  Pair residual(Pair const& sigma, Pair const& P) const {
    return A * sigma + across(sigma) * K(sigma) - (1 + sigma.squaredNorm()) * P;
  }
  /// Derivative of the residual with respect to sigma.
  Block slope(Pair const& sigma, Pair const& P) const {
    Block result = A + K(sigma) * b.transpose() - 2 * P * sigma.transpose();
    result(0, 1) += across(sigma);
    result(1, 0) -= across(sigma);
    return result;
  }
  /// Momentum of the rotation with Rodrigues' vector sigma, times h/2.
  Pair half_momentum(Pair const& sigma) const {
    return residual(sigma, Pair::Zero()) / (1 + sigma.squaredNorm());
  }
  /// Determinant of the derivative of half_momentum().
  T fold(Pair const& sigma) const {
    T const scale = 1 + sigma.squaredNorm();
    return determinant(slope(sigma, half_momentum(sigma))) / (scale * scale);
  }
};

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
