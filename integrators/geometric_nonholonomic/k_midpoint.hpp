#pragma once

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// Its momentum K(q, v) is a constant of the motion and determines the velocity: v = velocity(q,
/// K).
template <class P>
concept ConservesMomentum = NonholonomicSystem<P> && LieGroup<typename P::Space> &&
    requires(P const& system, Vec<double, size_of<P>> q, Vec<double, dof_of<P>> v) {
  { system.velocity(q, system.momentum(q, v)) } -> std::same_as<Vec<double, dof_of<P>>>;
};

/// The conserved momentum, carried along.
template <class S, int k>
struct ConservedMomentum {
  Vec<S, k> K;
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"K", {K.c, K.c + k}}};
  }
};

/// Symmetric Lie midpoint rule of the first-order form g' = g v(g, K), K constant:
///   xi = v(g_k exp(h xi/2), K)      (a)
///   g_(k+1) = g_k exp(h xi)         (b)
/// For rolling balls K is the angular momentum about the contact point. K and the constraints hold
/// exactly; there is no alternating mode. Unknown: xi, from (a). State: node g_k with v(g_k, K).
struct KMidpoint {
  static MethodCard card() {
    return {.id = "k_midpoint",
            .name = "Lie midpoint rule at constant momentum",
            .equations = "xi = v(g1 exp(h xi/2), K); g2 = g1 exp(h xi)",
            .source = "this project",
            .applies_to = "problems whose velocity follows from a conserved momentum",
            .starts = {{"plain", 2}},
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because = "a force changes the momentum K that the method keeps"};
  }

  /// v(g, K): where L and phi give the momentum K.
  template <class P, class T, int k>
  static auto velocity(P const& system, Vec<T, size_of<P>> const& g, Vec<T, k> const& K) {
    count(system, {.lagrangian = 1, .constraint = 1, .solves = 1});
    return system.velocity(g, K);
  }

  template <ConservesMomentum P, class S>
  auto memory(P const& system, Point<P, S> const& z, S) const {
    auto const K = system.momentum(z.q, z.v);
    return ConservedMomentum<S, static_cast<int>(
                                    std::tuple_size_v<std::remove_cvref_t<decltype(K)>>)>{K};
  }

  template <ConservesMomentum P, class S, int k>
  Step<P, S> step(P const& system, Point<P, S> const& z, ConservedMomentum<S, k>& memory,
                  S h) const {
    using G = typename P::Space;
    auto const residual = [&](auto const& xi) {
      using T = std::remove_cvref_t<decltype(xi[0])>;
      auto const midpoint = G::compose(cast<T>(z.q), G::exp(h / S(2) * xi));
      return xi - velocity(system, midpoint, cast<T>(memory.K));  // (a)
    };
    auto const root = newton<P>(residual, z.v, larger(S(1), largest(z.v)));
    auto const g1 = G::compose(z.q, G::exp(h * root.x));  // (b)
    return {{g1, velocity(system, g1, memory.K)}, {}, root.outcome, root.iterations};
  }

  template <class P, class S, int k>
  void reverse(P const&, Point<P, S>& z, ConservedMomentum<S, k>& memory, S) const {
    z.v = -z.v;
    memory.K = -memory.K;
  }
};

}  // namespace rattleback
