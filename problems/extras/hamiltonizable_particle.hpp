#pragma once

#include <cmath>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion and of the Hamiltonized time.
template <class Real>
struct Extras<HamiltonizableParticle<Real>> {
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    T const root0 = sqrt(1 + q[0] * q[0]), c = v[1] * root0;
    T const x = q[0] + v[0] * t, root = sqrt(1 + x * x);
    Vec<T, 3> const v1{v[0], c / root, -x * c / root};
    if (v[0] == T(0)) return {{x, q[1] + v[1] * t, q[2] + v[2] * t}, v1};
    return {{x, q[1] + c / v[0] * (asinh(x) - asinh(q[0])), q[2] - c / v[0] * (root - root0)}, v1};
  }
  /// Growth of the Hamiltonized time, d tau = f dt, in the time t.
  template <class T>
  T tau_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    if (v[0] == T(0)) return t / sqrt(1 + q[0] * q[0]);
    return (asinh(T(q[0] + v[0] * t)) - asinh(q[0])) / v[0];
  }
  /// Time at which the Hamiltonized time has grown by tau.
  template <class T>
  T time_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& tau) const {
    using std::asinh, std::sinh, std::sqrt;
    if (v[0] == T(0)) return tau * sqrt(1 + q[0] * q[0]);
    return (sinh(asinh(q[0]) + v[0] * tau) - q[0]) / v[0];
  }
};

}  // namespace rattleback
