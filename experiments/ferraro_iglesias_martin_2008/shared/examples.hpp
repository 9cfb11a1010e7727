#pragma once
// The examples of section 5 in the paper's own coordinates: metric, constraints, projectors.

#include <random>

#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// Metric and constraint forms at a point.
template <class T, int n, int m>
struct Geometry {
  Eigen::Matrix<T, n, n> metric, inverse_metric;
  Eigen::Matrix<T, m, n> forms;

  /// G^-1 mu^T
  Eigen::Matrix<T, n, m> gradients() const { return inverse_metric * forms.transpose(); }
  /// Q of section 2, C_ab Z^a (x) mu^b; Q* is its transpose.
  Eigen::Matrix<T, n, n> projector() const {
    Eigen::Matrix<T, n, m> const Z = gradients();
    Eigen::Matrix<T, m, m> const C = forms * Z;
    return Z * C.inverse() * forms;
  }
};

/// Points with coordinates in [-1.3, 1.3], where the constraints of the snakeboard are independent.
template <int n>
std::vector<Vector<Quad, n>> random_points(unsigned seed, int number = 200) {
  std::mt19937_64 generator(seed);
  std::vector<Vector<Quad, n>> all(static_cast<std::size_t>(number));
  for (auto& q : all)
    for (int i = 0; i < n; ++i) q[i] = Quad(2.6 * std::ldexp(double(generator() >> 11), -53) - 1.3);
  return all;
}

template <class T>
Geometry<T, 3, 1> particle_geometry(Vector<T, 3> const& q) {
  auto const identity = Eigen::Matrix<T, 3, 3>::Identity();
  Geometry<T, 3, 1> g{identity, identity, {}};
  g.forms << -q[1], T(0), T(1);
  return g;
}

struct SnakeboardData {
  double m = 2, r = 0.5;
  Quad J = Quad(4) / 10, J0 = Quad(3) / 10, J1 = Quad(5) / 100;
  /// Masses, lengths and moments in (0.28, 1.72) from numbers in (-1.3, 1.3).
  static SnakeboardData from(Vector<Quad, 5> const& x) {
    auto const positive = [](Quad y) { return 1 + Quad(55) / 100 * y; };
    return {double(positive(x[0])), double(positive(x[1])), positive(x[2]), positive(x[3]),
            positive(x[4])};
  }
  Quad total() const { return J + 2 * J1; }  ///< J'
};

template <class T>
Geometry<T, 5, 2> snakeboard_geometry(Vector<T, 5> const& q, SnakeboardData const& d = {}) {
  T const theta = q[2], phi = q[4], rear = theta + phi, front = theta - phi;
  T const arm = T(d.r) * cos(phi);
  auto const zero = Eigen::Matrix<T, 5, 5>::Zero();
  Geometry<T, 5, 2> g{zero, zero, {}};
  g.metric.diagonal() << T(d.m), T(d.m), T(d.total()), T(d.J0), T(2 * d.J1);
  g.inverse_metric.diagonal() = g.metric.diagonal().cwiseInverse();
  g.forms << sin(rear), -cos(rear), arm, T(0), T(0), sin(front), -cos(front), -arm, T(0), T(0);
  return g;
}

/// a, b, c of example 2: (x', y', theta') on the constraints.
template <class T>
Vector<T, 3> snakeboard_direction(Vector<T, 5> const& q, SnakeboardData const& d = {}) {
  T const reach = T(d.r) * cos(q[4]);
  return {reach * cos(q[2]), reach * sin(q[2]), T(-sin(q[4]))};
}

/// Q as printed in example 2.
template <class T>
Eigen::Matrix<T, 5, 5> printed_snakeboard_projector(Vector<T, 5> const& q,
                                                    SnakeboardData const& d = {}) {
  auto const abc = snakeboard_direction(q, d);
  T const a = abc[0], b = abc[1], c = abc[2], m(d.m), J(d.total());
  Eigen::Matrix<T, 5, 5> Q = Eigen::Matrix<T, 5, 5>::Zero();
  Q(0, 0) = J * c * c + m * b * b;
  Q(0, 1) = Q(1, 0) = -m * a * b;
  Q(1, 1) = J * c * c + m * a * a;
  Q(0, 2) = -J * a * c;
  Q(1, 2) = -J * b * c;
  Q(2, 0) = -m * a * c;
  Q(2, 1) = -m * b * c;
  Q(2, 2) = m * (a * a + b * b);
  return Q / T(J * c * c + m * (a * a + b * b));
}

/// The two vectors of example 2 that span the complement of D.
template <class T>
Eigen::Matrix<T, 5, 2> printed_snakeboard_complement(Vector<T, 5> const& q,
                                                     SnakeboardData const& d = {}) {
  auto const abc = snakeboard_direction(q, d);
  Eigen::Matrix<T, 5, 2> span = Eigen::Matrix<T, 5, 2>::Zero();
  span.col(0) << T(d.total()) * abc[2], T(0), -T(d.m) * abc[0], T(0), T(0);
  span.col(1) << abc[1], -abc[0], T(0), T(0), T(0);
  return span;
}

struct SleighData {
  double m = 1, I = 1;
  Quad a = Quad(2) / 10;
  static SleighData from(Vector<Quad, 5> const& x) {
    auto const d = SnakeboardData::from(x);
    return {d.m, d.r, d.J};
  }
};

template <class T>
Geometry<T, 3, 1> sleigh_geometry(Vector<T, 3> const& q, SleighData const& d = {}) {
  T const s = sin(q[2]), c = cos(q[2]), am = T(d.a) * T(d.m);
  Geometry<T, 3, 1> g;
  g.metric << T(d.m), T(0), -am * s, T(0), T(d.m), am * c, -am * s, am * c,
      T(d.I) + T(d.m) * T(d.a) * T(d.a);
  g.inverse_metric = g.metric.inverse();
  g.forms << s, -c, T(0);
  return g;
}

/// Q* as printed in example 3.
template <class T>
Eigen::Matrix<T, 3, 3> printed_sleigh_dual_projector(Vector<T, 3> const& q,
                                                     SleighData const& d = {}) {
  T const s = sin(q[2]), c = cos(q[2]);
  T const k = T(d.a) * T(d.m) / (T(d.I) + T(d.m) * T(d.a) * T(d.a));
  Eigen::Matrix<T, 3, 3> Q;
  Q << s * s, -s * c, k * s, -s * c, c * c, -k * c, T(0), T(0), T(0);
  return Q;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
