#pragma once

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// The reversible nonholonomic leapfrog (4.18) of McLachlan & Perlmutter 2006 in canonical
/// variables (q, p), in odelab's form for Lagrangians whose momentum is not M v. With v(q, p) from
/// p = dL/dv(q, v), and F(q, p) = D_q L(q, v(q, p)):
///   q_h = q_0 + h/2 v(q_0, p_0)                                             (a)
///   p_1 = p_0 + h/2 (F(q_h, p_0) + F(q_h, p_1)) + h A(q_h)^T lambda         (b)
///   q_1 = q_h + h/2 v(q_1, p_1)                                             (c)
///   A(q_1) v(q_1, p_1) = 0                                                  (d)
/// Unknown: (v_1, h lambda) in R^(n+m), lambda at t_1/2, from (b) and (d). State: (q, v(q, p)). For
/// a constant mass and no terms linear in v it is (4.18). On a driven system F has the force
/// f(q_h, v(q_h, p)) in addition; (b) is taken at t_1/2, (c) and (d) at t_1.
struct CanonicalLeapfrog {
  static constexpr bool takes_forces = true;
  static MethodCard card() {
    return {.id = "canonical_leapfrog",
            .name = "Reversible nonholonomic leapfrog in canonical variables",
            .equations =
                "qh = q0 + h/2 v(q0, p0); p1 = p0 + h/2 (F(qh, p0) + F(qh, p1)) + h A(qh)^T "
                "lambda; q1 = qh + h/2 v(q1, p1); A(q1) v(q1, p1) = 0",
            .source = "odelab, after McLachlan & Perlmutter 2006, (4.18)",
            .applies_to = "problems on $R^{n}$ or on a group with a global chart",
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true};
  }

  template <EuclideanSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    static constexpr auto n = dof_of<P>, m = P::constraints;
    auto const qh = z0.q + h / S(2) * z0.v;  // (a)
    auto const p0 = momentum_of(system, z0.q, z0.v);
    auto const& middle = later(system, h / S(2));
    auto const& end = later(system, h);
    auto const G = metric_at(middle, qh);
    auto const at_rest = momentum_offset(middle, qh);
    count(system, {.constraint = 1});           // A(q_h), the same for all iterations
    auto const force_of = [&](auto const& p) {  // F(q_h, p)
      using T = std::remove_cvref_t<decltype(p[0])>;
      Mat<T, n, n> metric;
      for (int i = 0; i < n; ++i) metric.row[i] = cast<T>(G.row[i]);
      return total_configuration_force(middle, cast<T>(qh),
                                       solve_without_pivoting(metric, p - cast<T>(at_rest)));
    };
    auto const f0 = force_of(p0);
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> const v1 = head<n>(x);
      Vec<T, m> const h_lambda = tail<m>(x);
      Vec<T, n> const q1 = qh + h / S(2) * v1;  // (c)
      auto const p1 = momentum_of(end, q1, v1);
      auto const b = p1 - p0 - h / S(2) * (f0 + force_of(p1)) -
                     constraint_force(uncounted(middle), qh, h_lambda);
      return joined(b, constraint_residual(end, q1, v1));  // (b), (d)
    };
    auto const root =
        newton<P>(residual, joined(z0.v, S(0) * Vec<S, m>{}), larger(S(1), largest(p0)));
    Vec<S, n> const v1 = head<n>(root.x);
    Vec<S, m> const h_lambda = tail<m>(root.x);
    return {{qh + h / S(2) * v1, v1}, S(1) / h * h_lambda, root.outcome, root.iterations};
  }
};

}  // namespace rattleback
