#pragma once

#include "integrators/geometric_nonholonomic/reduced_gni.hpp"
#include "integrators/lie_groupoids/groupoid_dla.hpp"

namespace rattleback {

/// Reduced d'Alembert-Pontryagin integrator on a group, with a retraction tau. A reconstruction by
/// this project of the method of Kobilarov, Martin de Diego & Ferraro, arXiv 1002.4733, whose text
/// was not opened. With the discrete Lagrangian of reduced_gni and its momenta at both ends,
///   p^-(g_k, xi_k) = (dtau^-1_(h xi_k))^T Pi - (h/2) (D_g l + f)(g_k, xi_k, t_k)
///   p^+(g_k, xi_k) = (dtau^-1_(-h xi_k))^T Pi + (h/2) (D_g l + f)(g_(k+1), xi_k, t_(k+1))
/// the interval velocity xi_k satisfies the constraints, and the reactions act at the nodes:
///   p^-(g_k, xi_k) = p^+(g_(k-1), xi_(k-1)) + h A(g_k)^T lambda_k,   g_(k+1) = g_k tau(h xi_k)
///   phi(g_k, xi_k, t_k) + phi(g_(k+1), xi_k, t_(k+1)) = 0
/// phi = mu xi_k for left-invariant constraints. Here as a map of nodes (g_k, v_k), with half of
/// the reaction on either side of a node:
///   p^-(g_0, xi) = p_0 + (h/2) A(g_0)^T lambda^-                             (a)
///   p_1 = p^+(g_0, xi) + (h/2) A(g_1)^T lambda^+,   A(g_1) v_1 = eta(g_1)    (b)
/// where p is the momentum of v. No momentum is reflected: no parasitic mode exists. On R^n the
/// intervals are steps of the leapfrog (4.18) of dla_leapfrog if A is linear in q.
/// Unknown: xi and lambda^-, from (a) and the constraint of the interval. The multiplier is
/// (lambda^- + lambda^+)/2.
struct DalembertPontryagin {
  static constexpr bool takes_forces = true;

  Retraction tau = Retraction::cayley;
  static std::vector<Option> options() {
    return {choice_option<DalembertPontryagin, Retraction>(
        "retraction", &DalembertPontryagin::tau, "map from velocities to group elements",
        {{"cayley", Retraction::cayley}, {"exp", Retraction::exponential}})};
  }
  static MethodCard card() {
    return {.id = "dalembert_pontryagin",
            .name = "Reduced d'Alembert-Pontryagin integrator",
            .equations =
                "$(dτ^{-1}_{h xi})^T I xi = (dτ^{-1}_{-h xi_{last}})^T I xi_{last}$ + forces + "
                "$h mu^T lambda$; mu xi = 0; g2 = g1 tau(h xi)",
            .source =
                "this project, after Kobilarov, Martin de Diego & Ferraro 2010 "
                "(arXiv 1002.4733, not opened)",
            .applies_to = "problems on a Lie group",
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true};
  }

  template <SystemOnGroup P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, NoMemory&, S h) const {
    using G = typename P::Space;
    static constexpr auto n = dof_of<P>, m = P::constraints;
    ReducedGni const interval{{}, tau};
    auto const& end = later(system, h);
    auto const p = momentum_of(system, z.q, z.v);
    count(system, {.constraint = 1});  // A(g_0), the same for all iterations
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> const xi = head<n>(x);
      Vec<T, m> const impulse = tail<m>(x);  // (h/2) lambda^-
      auto const balance = interval.left_momentum(system, z.q, xi, h) - cast<T>(p) -
                           constraint_force(uncounted(system), z.q, impulse);  // (a)
      if constexpr (LeftInvariantConstraints<P>) {
        return joined(balance, constraint_residual(system, z.q, xi));
      } else {
        auto const g1 = G::compose(cast<T>(z.q), retract<G>(tau, Vec<T, n>(h * xi)));
        return joined(
            balance, S(1) / S(2) *
                         (constraint_residual(system, z.q, xi) + constraint_residual(end, g1, xi)));
      }
    };
    auto const root =
        newton<P>(residual, joined(z.v, S(0) * Vec<S, m>{}), larger(S(1), largest(z.v)));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    Vec<S, n> const xi = head<n>(root.x);
    auto const g1 = G::compose(z.q, retract<G>(tau, Vec<S, n>(h * xi)));
    auto const p_plus = interval.right_momentum(system, z.q, g1, xi, h);
    auto const node = node_velocity(end, g1, Vec<S, n>(p_plus - momentum_offset(end, g1)));  // (b)
    if (node.singular) return {{}, {}, Outcome::singular_constraints, root.iterations};
    return {{g1, node.v}, S(1) / h * (tail<m>(root.x) + node.lambda), Outcome::ok, root.iterations};
  }
};

}  // namespace rattleback
