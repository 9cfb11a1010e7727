#pragma once

#include "integrators/core/mechanics/forced_step.hpp"

namespace rattleback {

/// Second-order reversible DLA integrator, fully implicit (trapezoidal rule without constraints).
/// McLachlan & Perlmutter 2006, eq. (4.16), which prints the potential with the wrong sign; q is
/// the paper's q-bar, the midpoint of two nodes of the discrete path:
///   p   = q_0 + h/2 v_0                                                              (a)
///   v_1 = v_0 + h M^-1 (-(grad V(q_0) + grad V(q_1))/2 + A(p)^T lambda)              (b)
///   q_1 = p + h/2 v_1                                                                (c)
///   A(q_1) v_1 = 0                                                                   (d)
/// Unknown: (v_1, h lambda) in R^(n+m), lambda at t_1/2, from (b) and (d). On a driven system the
/// forces -grad V + f are those of (q_0, v_0) at t_0 and of (q_1, v_1) at t_1, A(p) is that at
/// t_1/2, and (d) that at t_1.
struct DlaTrapezoidal {
  static constexpr bool takes_forces = true;
  static MethodCard card() {
    return {.id = "dla_trapezoidal",
            .name = "Second-order reversible DLA integrator, implicit",
            .equations =
                "p = q0 + h/2 v0; v1 = v0 + h M^-1 (-(grad V(q0) + grad V(q1))/2 + "
                "A(p)^T lambda); q1 = p + h/2 v1; A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.16) corrected: sign of grad V",
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true};
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    static constexpr auto n = dof_of<P>, m = P::constraints;
    auto const p = z0.q + h / S(2) * z0.v;  // (a)
    auto const& middle = later(system, h / S(2));
    auto const& end = later(system, h);
    auto const f0 = total_force(system, z0.q, z0.v);
    auto const q1 = [&](auto const& v1) { return p + h / S(2) * v1; };  // (c)
    count(system, {.constraint = 1});  // A(p), the same for all iterations
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> const v1 = head<n>(x);
      Vec<T, m> const h_lambda = tail<m>(x);
      auto const impulse = h / S(2) * (f0 + total_force(end, q1(v1), v1));
      auto const b =
          v1 - z0.v -
          mass_inverse(system, impulse + constraint_force(uncounted(middle), p, h_lambda));
      return joined(b, constraint_residual(end, q1(v1), v1));  // (b), (d)
    };
    Vec<S, n> const w = z0.v + h * mass_inverse(system, f0);
    auto const root = newton<P>(residual, joined(w, S(0) * Vec<S, m>{}), largest(w));
    Vec<S, n> const v1 = head<n>(root.x);
    Vec<S, m> const h_lambda = tail<m>(root.x);
    return {{q1(v1), v1}, S(1) / h * h_lambda, root.outcome, root.iterations};
  }

  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const&,
         Step<P, S> const& step, S h) const {
    auto const& end = later(system, h);
    auto const& middle = later(system, h / S(2));
    auto const& z1 = step.z;
    Vec<S, size_of<P>> const p = z0.q + h / S(2) * z0.v;
    auto const along = [](P const& at, Point<P, S> const& z) {
      S power = potential_rate(at, z.q);
      if constexpr (StatesForce<P>) power = power + dot(applied_force(at, z.q, z.v), z.v);
      return power;
    };
    return h / S(2) * (along(system, z0) + along(end, z1)) -
           h * constraint_power(middle, p, step.multipliers);
  }
};

}  // namespace rattleback
