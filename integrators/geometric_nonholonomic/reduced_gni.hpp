#pragma once

#include "integrators/core/mechanics/retraction.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Geometric nonholonomic integrator on a group (shape space x group, the first being R^n), with a
/// retraction tau. Ferraro, Jimenez & Martin de Diego 2015, (30) and (38), of the discrete
/// Lagrangian
///   l_d(g_k, g_(k+1)) = (h/2) (l(g_k, xi_k) + l(g_(k+1), xi_k)),   g_(k+1) = g_k tau(h xi_k),
/// with Pi the mean of dl/dxi at the two nodes and D_g l along left-invariant directions:
///   (dtau^-1_(h xi_k))^T Pi - (h/2) D_g l(g_k, xi_k) = p_k^-                       (a)
///   p_(k+1)^+ = (dtau^-1_(-h xi_k))^T Pi + (h/2) D_g l(g_(k+1), xi_k)              (b)
///   p_(k+1)^- = R p_(k+1)^+                                                        (c)
/// For a constant metric and a potential on the shape space this is the RATTLE form (37).
/// Unknown: xi_k, from (a). State: node g_k with the velocity of the average momentum.
/// On a driven system D_g l + f takes the place of D_g l, at xi and the times of the nodes
/// (force=interval), or the force is taken at the nodal velocities.
struct ReducedGni : MayBeLeapfrog {
  static constexpr bool takes_forces = true;

  Retraction tau = Retraction::cayley;
  GniForce discrete_force = GniForce::interval;
  static std::vector<Option> options() {
    return {choice_option<ReducedGni, Retraction>(
                "retraction", &ReducedGni::tau, "map from velocities to group elements",
                {{"cayley", Retraction::cayley}, {"exp", Retraction::exponential}}),
            gni_force_option<ReducedGni>()};
  }
  static MethodCard card() {
    return {.id = "reduced_gni",
            .name = "Geometric nonholonomic integrator on a group",
            .equations =
                "P* (F- ld - F+ ld) = 0; Q* (F- ld + F+ ld) - 2 Q* Pi = 0; "
                "g2 = g1 tau(h xi)",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, (30), (38) corrected: sign of $Pi$",
            .applies_to = "problems on a Lie group",
            .starts = gni_starts(),
            .reversible = true,
            .preserves_constraint = true,
            .known_limits = reflection_limits()};
  }

  /// Pi between g0 and g1 at velocity xi.
  template <class S, class P, class T>
  static Vec<T, dof_of<P>> mean_momentum(P const& system, Vec<T, size_of<P>> const& g0,
                                         Vec<T, size_of<P>> const& g1, Vec<T, dof_of<P>> const& xi,
                                         S const& h) {
    if constexpr (LeftInvariantKinetic<P>)
      return momentum_of(system, g0, xi);
    else
      return S(1) / S(2) * (momentum_of(system, g0, xi) + momentum_of(later(system, h), g1, xi));
  }
  bool nodal() const { return discrete_force == GniForce::nodal; }
  /// D_g l, with the force of a driven system where it is taken at xi.
  template <class P, class T>
  Vec<T, dof_of<P>> interval_force(P const& system, Vec<T, size_of<P>> const& g,
                                   Vec<T, dof_of<P>> const& xi) const {
    if constexpr (StatesForce<P>)
      if (!nodal()) return total_configuration_force(system, g, xi);
    return configuration_force(system, g, xi);
  }
  template <class P, class S, class T>
  Vec<T, dof_of<P>> left_momentum(P const& system, Vec<S, size_of<P>> const& g0,
                                  Vec<T, dof_of<P>> const& xi, S const& h) const {
    using G = typename P::Space;
    auto const g = cast<T>(g0);
    auto g1 = g;
    if constexpr (!LeftInvariantKinetic<P>) g1 = G::compose(g0, retract<G>(tau, h * xi));
    auto const p =
        inverse_tangent_transpose<G>(tau, h * xi, mean_momentum<S>(system, g, g1, xi, h));  // (a)
    if constexpr (LeftInvariantKinetic<P> && !StatesForce<P>)
      return p;
    else
      return p - h / S(2) * interval_force(system, g, xi);
  }
  template <class P, class S>
  Vec<S, dof_of<P>> right_momentum(P const& system, Vec<S, size_of<P>> const& g0,
                                   Vec<S, size_of<P>> const& g1, Vec<S, dof_of<P>> const& xi,
                                   S const& h) const {
    using G = typename P::Space;
    auto const p =
        inverse_tangent_transpose<G>(tau, -h * xi, mean_momentum<S>(system, g0, g1, xi, h));  // (b)
    if constexpr (LeftInvariantKinetic<P> && !StatesForce<P>)
      return p;
    else
      return p + h / S(2) * interval_force(later(system, h), g1, xi);
  }

  template <SystemOnGroup P, class S>
  GniMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                         StartPoint<P, S> const& start) const {
    using G = typename P::Space;
    return gni_memory(
        system, z, h, start,
        [&](auto const& xi) {
          auto const p = left_momentum(system, z.q, xi, h);
          return nodal() ? with_nodal_force(system, z.q, z.v, p, -h) : p;
        },
        [&](auto const& g1) {
          return S(1) / h * unretract<G>(tau, G::compose(G::inverse(z.q), g1));
        });
  }

  /// Step of the system without constraints from g0 with momentum p, (a) and (b).
  /// @param guess  velocity with which Newton's method begins
  template <SystemOnGroup P, class S>
  Drift<P, S> free_step(P const& system, Vec<S, size_of<P>> const& g0, Vec<S, dof_of<P>> const& p,
                        Vec<S, dof_of<P>> const& guess, S h) const {
    using G = typename P::Space;
    auto const residual = [&](auto const& xi) {
      using T = std::remove_cvref_t<decltype(xi[0])>;
      return left_momentum(system, g0, xi, h) - cast<T>(p);  // (a)
    };
    auto const root = newton<P>(residual, guess, larger(S(1), largest(guess)));
    auto const& xi = root.x;
    auto const g1 = G::compose(g0, retract<G>(tau, h * xi));
    return {g1, right_momentum(system, g0, g1, xi, h), xi, root.outcome, root.iterations};  // (b)
  }

  template <SystemOnGroup P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, GniMemory<P, S>& memory, S h) const {
    auto const p = nodal() ? with_nodal_force(system, z.q, z.v, memory.p, h) : memory.p;
    auto drift = free_step(system, z.q, p, memory.xi, h);
    auto const& end = later(system, h);
    if (nodal()) add_nodal_force(end, drift, h);
    return reflected_step(end, drift, memory, h);  // (c)
  }
};

}  // namespace rattleback
