#pragma once
// Exact motions of Lagrange and d'Alembert of any small system of unit masses, in extended
// precision, and the linear algebra that section 7 needs of them.

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <functional>

#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using VectorX = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using MatrixX = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// L = |v|^2/2 - V on R^n with A(q) v = 0, A polynomial in q.
struct LdaSystem {
  std::string name;
  int n, constraints;
  std::function<MatrixX(VectorX const&)> A;
  std::function<VectorX(VectorX const&)> gradient;  ///< of V

  int k() const { return n - constraints; }

  /// (2.4): the acceleration, with the multipliers that keep A v = 0.
  VectorX acceleration(VectorX const& q, VectorX const& v) const {
    MatrixX const a = A(q);
    VectorX const g = gradient(q);
    // Exact for polynomials up to the sixth degree, whatever the difference.
    VectorX const turning = difference([&](Real s) { return VectorX(A(q + s * v) * v); }, 0.25L);
    VectorX const lambda = (a * a.transpose()).ldlt().solve(a * g - turning);
    return a.transpose() * lambda - g;
  }
  /// Orthonormal basis of C_q as columns, smooth in q.
  MatrixX basis(VectorX const& q) const {
    Eigen::HouseholderQR<MatrixX> const qr(A(q).transpose());
    return MatrixX(qr.householderQ()).rightCols(k());
  }
};

/// State (q, v) after the time t.
inline std::pair<VectorX, VectorX> moved(LdaSystem const& system, VectorX const& q,
                                         VectorX const& v, Real t) {
  using State = std::vector<Real>;
  int const n = system.n;
  State state(q.begin(), q.end());
  state.insert(state.end(), v.begin(), v.end());
  boost::numeric::odeint::runge_kutta_fehlberg78<State, Real, State, Real> stepper;
  auto const rate = [&](State const& x, State& dx, Real) {
    Eigen::Map<VectorX const> const at(x.data(), n), velocity(x.data() + n, n);
    VectorX const a = system.acceleration(at, velocity);
    for (int i = 0; i < n; ++i) {
      dx[std::size_t(i)] = velocity[i];
      dx[std::size_t(n + i)] = a[i];
    }
  };
  int const steps = 24;
  for (int i = 0; i < steps; ++i) stepper.do_step(rate, state, i * t / steps, t / steps);
  return {Eigen::Map<VectorX>(state.data(), n), Eigen::Map<VectorX>(state.data() + n, n)};
}

/// End of the motion from q with the velocity of components w in the basis of C_q.
inline VectorX end_of(LdaSystem const& system, VectorX const& q, VectorX const& w, Real t) {
  return moved(system, q, system.basis(q) * w, t).first;
}

/// Derivative of f at x by differences.
template <class F>
MatrixX jacobian(F const& f, VectorX const& x) {
  MatrixX columns;
  for (int j = 0; j < x.size(); ++j) {
    VectorX const column =
        difference([&](Real s) { return VectorX(f(x + s * VectorX::Unit(x.size(), j))); });
    if (j == 0) columns.resize(column.size(), x.size());
    columns.col(j) = column;
  }
  return columns;
}

/// Gauss and Newton's method for f = 0, from x.
template <class F>
VectorX nearest_zero(VectorX x, F const& f) {
  for (int iteration = 0; iteration < 20; ++iteration) {
    VectorX const change = jacobian(f, x).colPivHouseholderQr().solve(VectorX(f(x)));
    x -= change;
    if (change.norm() < 1e-16L) break;
  }
  return x;
}

inline VectorX singular_values(MatrixX const& m) {
  return Eigen::JacobiSVD<MatrixX>(m).singularValues();
}
/// Singular values above 1e-9 of the largest: differences leave 1e-15.
inline int rank_of(MatrixX const& m) {
  auto const s = singular_values(m);
  return int((s.array() > 1e-9L * s[0]).count());
}
/// Sine of the largest angle between the spaces that the columns span.
inline Real angle_between(MatrixX const& a, MatrixX const& b) {
  auto const orthonormal = [](MatrixX const& m) {
    return MatrixX(MatrixX(Eigen::HouseholderQR<MatrixX>(m).householderQ()).leftCols(m.cols()));
  };
  MatrixX const P = orthonormal(a), Q = orthonormal(b);
  return singular_values(Q - P * (P.transpose() * Q))[0];
}

}  // namespace rattleback::mclachlan_perlmutter_2006
