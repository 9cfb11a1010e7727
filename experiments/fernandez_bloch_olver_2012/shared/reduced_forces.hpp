#pragma once
// Section 2.2 of Fernandez, Bloch & Olver 2012 written out at epsilon = 1/2 for an abelian group
// with unit mass: the unreduced method (15)-(16), its reduction (21), and the forces (22)-(23),
// (24)-(25).

#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// (r_i, r_(i+1)), or (q_i, q_(i+1)), as (middle, velocity) at step h.
template <class T>
VectorOf<T> at_midpoint(VectorOf<T> const& ends, Quad h) {
  long const n = ends.size() / 2;
  return together((ends.head(n) + ends.tail(n)) / T(2), (ends.tail(n) - ends.head(n)) / T(h));
}

/// An interval from r_i to r_(i+1) of a system, of size h.
template <class T>
struct Interval {
  System const& system;
  Quad h;
  VectorOf<T> ends;  ///< (r_i, r_(i+1))

  VectorOf<T> a() const { return ends.head(2); }
  VectorOf<T> b() const { return ends.tail(2); }
  VectorOf<T> midpoint() const { return at_midpoint(ends, h); }
  VectorOf<T> v() const { return midpoint().tail(2); }
  /// A(middle) v.
  T connection() const { return system.connection(midpoint(), v()); }

  /// -D_1 L*_d and D_2 L*_d of L*_d = h l_c(middle, v).
  VectorOf<T> left_momentum() const { return -slopes().head(2); }
  VectorOf<T> right_momentum() const { return slopes().tail(2); }

  /// F^- of (22) belongs to r_i, F^+ of (23) to r_(i+1); dl_d/df = -A v is the momentum of g.
  /// @param sign  of their second terms, relative to the printed one
  VectorOf<T> force_minus(int sign = 1) const {
    return -connection() * (slopes_of_g().head(2) - A(a()) * T(sign));
  }
  VectorOf<T> force_plus(int sign = 1) const {
    return -connection() * (slopes_of_g().tail(2) + A(b()) * T(sign));
  }
  /// F of (24) and (25), the right-hand side of (5) at the middle.
  VectorOf<T> force_of_24() const { return force(system, midpoint()); }

 private:
  VectorOf<T> A(VectorOf<T> const& r) const {
    return fernandez_bloch_olver_2012::connection(system, r);
  }
  VectorOf<T> slopes() const {
    return theory::gradient<T>(
        [&]<class U>(VectorOf<U> const& u) { return lagrangian(system)(at_midpoint(u, h)) * U(h); },
        ends);
  }
  /// Derivatives of g_(i+1) = g_i - h A v by r_i and r_(i+1).
  VectorOf<T> slopes_of_g() const {
    return theory::gradient<T>(
        [&]<class U>(VectorOf<U> const& u) -> U {
          return Interval<U>{system, h, u}.connection() * U(-h);
        },
        ends);
  }
};

/// One step of (15)-(16): q_2 = (r_1, r_2, g) from q_0 and q_1, with the covector lambda c(q_1) of
/// (15), and lambda c at the middle. The multiplier is explicit, as c does not depend on the
/// coordinates that it moves.
template <class T>
struct DlaStep {
  VectorOf<T> q2, constraint_force, force_at_middle;
};
/// @param constrained  1, or 0 for the step of (10), without a constraint
template <class T>
DlaStep<T> dla_step(System const& system, Quad h, VectorOf<T> const& q0, VectorOf<T> const& q1,
                    int constrained = 1) {
  auto const form = [&](VectorOf<T> const& q) {
    return together(connection(system, q), VectorOf<T>::Ones(1));
  };
  VectorOf<T> w = q1 - q0;
  w[0] += T(h * h * system.S);
  VectorOf<T> const c = form(q1), middle = form(q1 + w / T(2));
  T const mu = T(-constrained) * middle.dot(w) / middle.dot(c);
  return {q1 + w + c * mu, c * (-mu / T(h)), middle * (-mu / T(h))};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
