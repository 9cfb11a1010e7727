#pragma once
// Formulas of section 2.2 of Fernandez, Bloch & Olver 2012 at epsilon = 1/2 for an abelian group
// with unit mass: the unreduced method (15)-(16), its reduction (21), and the forces (22)-(23),
// (24)-(25).

#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Interval from r_i to r_(i+1) of a system, of size h.
template <class T>
struct Interval {
  System const& system;
  Quad h;
  VectorOf<T> ends;  ///< (r_i, r_(i+1))

  VectorOf<T> a() const { return ends.head(2); }
  VectorOf<T> b() const { return ends.tail(2); }
  /// Point (r, v) at the middle.
  VectorOf<T> middle() const {
    VectorOf<T> z(4);
    for (int i = 0; i < 2; ++i) {
      z[i] = (ends[i] + ends[2 + i]) / T(2);
      z[2 + i] = (ends[2 + i] - ends[i]) / T(h);
    }
    return z;
  }
  /// Connection term A(middle) v.
  T connection() const {
    VectorOf<T> const z = middle();
    return system.connection(z, z.tail(2));
  }
  /// Derivatives D_1 and D_2 of L*_d = h l_c(middle, v).
  VectorOf<T> slopes() const {
    auto const L = [&]<class U>(VectorOf<U> const& u) -> U {
      return lagrangian(system)(Interval<U>{system, h, u}.middle()) * U(h);
    };
    return slope(L, ends);
  }
  /// Forces F^- of (22), at r_i, and F^+ of (23), at r_(i+1). The derivative of l_d with respect to
  /// f is -A v, and g_(i+1) = g_i - h A v.
  /// @param sign  sign of their second terms, relative to the printed sign
  VectorOf<T> forces(int sign = 1) const {
    auto const g = [&]<class U>(VectorOf<U> const& u) -> U {
      return Interval<U>{system, h, u}.connection() * U(-h);
    };
    VectorOf<T> dg = slope(g, ends);
    dg[system.place()] -= system.a(a()) * T(sign);
    dg[2 + system.place()] += system.a(b()) * T(sign);
    return dg * -connection();
  }
  /// Force F of (24) and (25), the right-hand side of (5) at the middle.
  VectorOf<T> force_of_24() const { return force(system, middle()); }
};

/// Result of one step of (15)-(16): q_2 = (r_1, r_2, g) from q_0 and q_1, with the covector lambda
/// c(q_1) of (15), and lambda c at the middle. The multiplier is explicit, because c does not
/// depend on the coordinates that it moves.
template <class T>
struct DlaStep {
  VectorOf<T> q2, constraint_force, force_at_middle;
};
/// @param constrained  factor of the constraint force: 1, or 0 for the step of (10)
template <class T>
DlaStep<T> dla_step(System const& system, Quad h, VectorOf<T> const& q0, VectorOf<T> const& q1,
                    int constrained = 1) {
  auto const form = [&](VectorOf<T> const& q) {
    VectorOf<T> c = VectorOf<T>::Unit(3, 2);
    c[system.place()] = system.a(q);
    return c;
  };
  VectorOf<T> w = q1 - q0;
  w[0] += T(h * h * system.S);
  VectorOf<T> const c = form(q1), middle = form(q1 + w * T(0.5));
  T const mu = T(-constrained) * middle.dot(w) / middle.dot(c), lambda = -mu / T(h);
  return {q1 + w + c * mu, c * lambda, middle * lambda};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
