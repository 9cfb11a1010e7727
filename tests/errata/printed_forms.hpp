#pragma once
// Three methods of McLachlan & Perlmutter 2006 as they are printed. Each is wrong; the catalogue
// has the corrected forms.

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// The step with  v_1 = v_0 + M^-1 (impulse(q_1) + A(qf)^T h lambda),  A(q_1) v_1 = 0,  q_1 =
/// q1(v_1), by Newton's method on (v_1, h lambda).
template <ConstantMassSystem P, class S, class NewConfiguration, class Impulse>
Step<P, S> implicit_step(P const& system, Point<P, S> const& z0, NewConfiguration const& q1,
                         Impulse const& impulse, Vec<S, size_of<P>> const& qf) {
  constexpr int n = dof_of<P>, m = P::constraints;
  auto const residual = [&](auto const& x) {
    using T = std::remove_cvref_t<decltype(x[0])>;
    Vec<T, n> v1;
    Vec<T, m> h_lambda;
    for (int i = 0; i < n; ++i) v1[i] = x[i];
    for (int k = 0; k < m; ++k) h_lambda[k] = x[n + k];
    auto const kick = impulse(q1(v1)) + constraint_force(system, qf, h_lambda);
    auto const b = v1 - z0.v - mass_inverse(system, kick);
    auto const d = constraint_form(system, q1(v1), v1);
    Vec<T, n + m> r;
    for (int i = 0; i < n; ++i) r[i] = b[i];
    for (int k = 0; k < m; ++k) r[n + k] = d[k];
    return r;
  };
  Vec<S, n + m> guess{};
  for (int i = 0; i < n; ++i) guess[i] = z0.v[i];
  auto const root = newton(residual, guess, S(1));
  Vec<S, n> v1;
  for (int i = 0; i < n; ++i) v1[i] = root.x[i];
  return {{q1(v1), v1}, {}, root.outcome, root.iterations};
}

/// (4.16) with the potential's printed sign:
///   v_1 = v_0 + h M^-1 (+(grad V(q_0) + grad V(q_1))/2 + A(p)^T lambda)
struct PrintedTrapezoidal {
  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const p = z0.q + h / S(2) * z0.v;
    auto const f0 = force(system, z0.q);
    auto const q1 = [&](auto const& v1) { return p + h / S(2) * v1; };
    auto const impulse = [&](auto const& q) { return -h / S(2) * (f0 + force(system, q)); };
    return implicit_step(system, z0, q1, impulse, p);
  }
};

/// (4.17) with the printed node of the potential, which makes it implicit:
///   v_1 = v_0 + h M^-1 (-grad V(q_1) + A(q_0)^T lambda),  q_1 = q_0 + h v_1,  A(q_1) v_1 = 0
struct PrintedAdjoint {
  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const q1 = [&](auto const& v1) { return z0.q + h * v1; };
    auto const impulse = [&](auto const& q) { return h * force(system, q); };
    return implicit_step(system, z0, q1, impulse, z0.q);
  }
};

/// Velocity form of (5.3) with force and constraint at the printed node q_0:
///   q_1 = q_0 + h v_0,  v_1 = v_0 + h M^-1 (-grad V(q_0) + A(q_0)^T lambda),  A(q_0)(v_0 + v_1) =
///   0
struct PrintedReversibleNonDla {
  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto const w = z0.v + h * mass_inverse(system, force(system, z0.q));
    auto const lambda = linear_multipliers(system, z0.q, z0.q, z0.v + w, h);
    auto const v1 = w + h * mass_inverse(system, constraint_force(system, z0.q, lambda));
    return {{z0.q + h * z0.v, v1}, lambda};
  }
};

}  // namespace rattleback
