#pragma once
// The Lagrangians of section 5 as printed, for automatic differentiation.

#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
#include "problems/core/numbers/dual.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

struct ParticleLagrangian {
  template <class T>
  T operator()(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return 0.5 * dot(v, v);
  }
};

struct SnakeboardLagrangian {
  template <class T>
  T operator()(Vec<T, 5> const&, Vec<T, 5> const& v) const {
    SnakeboardData const d;
    return 0.5 * d.m * (v[0] * v[0] + v[1] * v[1]) + 0.5 * double(d.J + 2 * d.J1) * v[2] * v[2] +
           0.5 * double(d.J0) * v[3] * v[3] + double(d.J1) * v[4] * v[4];
  }
};

struct SleighLagrangian {
  template <class T>
  T operator()(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    SleighData const d;
    double const a = double(d.a);
    T const s = sin(q[2]), c = cos(q[2]);
    return 0.5 * d.m *
               (v[0] * v[0] - 2 * a * v[2] * v[0] * s + v[1] * v[1] + 2 * a * v[2] * v[1] * c +
                a * a * v[2] * v[2]) +
           0.5 * d.I * v[2] * v[2];
  }
};

/// First and second derivatives of a function of two points, f(a, b).
template <int n>
struct TwoPointDerivatives {
  using Block = Eigen::Matrix<double, n, n>;
  Vector<double, n> D1, D2;
  Block D11, D12, D22;  ///< D12(i, j) = d^2 f/da_i db_j
};

template <int n, class F>
TwoPointDerivatives<n> derivatives(F const& f, Vector<double, n> const& a,
                                   Vector<double, n> const& b) {
  using J = Jet2<double, 2 * n>;
  Vec<J, n> x, y;
  for (int i = 0; i < n; ++i) {
    x[i] = J(a[i], unit<double, 2 * n>(i), {});
    y[i] = J(b[i], unit<double, 2 * n>(n + i), {});
  }
  J const value = f(x, y);
  TwoPointDerivatives<n> d;
  for (int i = 0; i < n; ++i) {
    d.D1[i] = value.gradient[i];
    d.D2[i] = value.gradient[n + i];
    for (int j = 0; j < n; ++j) {
      d.D11(i, j) = value.second(i, j);
      d.D12(i, j) = value.second(i, n + j);
      d.D22(i, j) = value.second(n + i, n + j);
    }
  }
  return d;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
