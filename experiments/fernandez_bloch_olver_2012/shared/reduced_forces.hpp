#pragma once
// Section 2.2 of Fernandez, Bloch & Olver 2012 written out at epsilon = 1/2 for an abelian group
// with unit mass: the unreduced method (15)-(16), its reduction (21), and the forces (22)-(23),
// (24)-(25).

#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// An interval from r_i to r_(i+1) of a system, of size h.
struct Interval {
  std::string problem;
  RawQuad S, h;
  Pair a, b;

  Pair v() const { return {(b[0] - a[0]) / h, (b[1] - a[1]) / h}; }
  Reduced at(Pair const& r) const { return reduced_at(problem, r, S); }
  Reduced middle() const { return at({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}); }

  /// -D_1 L*_d and D_2 L*_d of L*_d = h l_c(middle, v).
  Pair left_momentum() const { return momentum(-1); }
  Pair right_momentum() const { return momentum(1); }

  /// F^- of (22) belongs to r_i, F^+ of (23) to r_(i+1); mu = dl_d/df is the momentum of g.
  /// @param sign  of their second terms, relative to the printed one
  Pair force_minus(int sign = 1) const {
    auto const m = middle();
    RawQuad const mu = -dot(m.A, v());
    Pair force;
    for (int i = 0; i < 2; ++i) force[i] = mu * (by_end(m, i, 1) - sign * at(a).A[i]);
    return force;
  }
  Pair force_plus(int sign = 1) const {
    auto const m = middle();
    RawQuad const mu = -dot(m.A, v());
    Pair force;
    for (int i = 0; i < 2; ++i) force[i] = mu * (by_end(m, i, -1) + sign * at(b).A[i]);
    return force;
  }
  /// F of (24) and (25), the right-hand side of (5) at the middle.
  Pair force_of_24() const { return middle().force(v()); }

 private:
  Pair momentum(int end) const {
    auto const m = middle();
    Pair const slope = m.slope(v());
    Pair p;
    for (int i = 0; i < 2; ++i) p[i] = m.G[i] * v()[i] + end * h / 2 * slope[i];
    return p;
  }
  /// Derivative of g_(i+1) = -A(middle) (b - a) by a_i (end 1) or b_i (end -1).
  RawQuad by_end(Reduced const& m, int i, int end) const {
    RawQuad const half = i == m.c ? dot(m.dA, v()) * h / 2 : RawQuad(0);
    return -half + end * m.A[i];
  }
};

using Point3 = std::array<RawQuad, 3>;  ///< (r_1, r_2, g)

/// One step of (15)-(16): q_2 from q_0 and q_1, with the covector lambda c(q_1) of (15), and lambda
/// c at the middle. The multiplier is explicit, as c does not depend on the coordinates that it
/// moves.
/// @param constrained  1, or 0 for the step of (10), without a constraint
struct DlaStep {
  Point3 q2, constraint_force, force_at_middle;
};
inline DlaStep dla_step(std::string const& problem, RawQuad const& S, RawQuad const& h,
                        Point3 const& q0, Point3 const& q1, int constrained = 1) {
  auto const form = [&](Pair const& r) -> Point3 {
    auto const at = reduced_at(problem, r, S);
    return {at.A[0], at.A[1], 1};
  };
  auto const at = reduced_at(problem, {q1[0], q1[1]}, S);
  Point3 w;  // of V that is linear in r
  for (int i = 0; i < 3; ++i) w[i] = q1[i] - q0[i] - (i < 2 ? h * h * at.dV[i] : RawQuad(0));
  Point3 const c = form({q1[0], q1[1]});
  Pair middle{q1[0], q1[1]};
  middle[at.c] += w[at.c] / 2;
  Point3 const cm = form(middle);
  RawQuad const along = cm[0] * w[0] + cm[1] * w[1] + cm[2] * w[2];
  RawQuad const mu = -constrained * along / (cm[0] * c[0] + cm[1] * c[1] + cm[2] * c[2]);
  DlaStep step;
  for (int i = 0; i < 3; ++i) {
    step.q2[i] = q1[i] + w[i] + mu * c[i];
    step.constraint_force[i] = -mu / h * c[i];  // D_1 L_d + D_2 L_d = lambda c
    step.force_at_middle[i] = -mu / h * cm[i];
  }
  return step;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
