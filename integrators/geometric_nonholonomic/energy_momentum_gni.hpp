#pragma once

#include "integrators/core/solve/newton.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"
#include "problems/core/spaces/any_group.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Does the implicit midpoint rule of p' = ad*_xi p move p along its coadjoint orbit by Cayley's
/// map? On R^n trivially, on SO(3) because its adjoint representation is the defining one.
template <class G>
inline constexpr bool cayley_is_midpoint = false;
template <auto N>
inline constexpr bool cayley_is_midpoint<R<N>> = true;
template <>
inline constexpr bool cayley_is_midpoint<SO3> = true;
/// A text refuses the method where a factor is SE(2).
template <>
inline constexpr bool cayley_is_midpoint<AnyGroup<false>> = true;
template <class G>
inline constexpr bool cayley_is_midpoint<Opposite<G>> = cayley_is_midpoint<G>;
template <class A, class B>
inline constexpr bool cayley_is_midpoint<Product<A, B>> =
    cayley_is_midpoint<A>&& cayley_is_midpoint<B>;
template <class P>
concept KineticOfCayley = LeftInvariantKinetic<P> && cayley_is_midpoint<typename P::Space>;

/// Energy-momentum version of the geometric nonholonomic integrator: the free step is the implicit
/// midpoint rule of the Euler-Poincare equations, so that it keeps energy and spatial momentum:
///   p - (h/2) ad*_xi p = p_k^-,   p = M xi                       (a)
///   p_(k+1)^+ = 2 p - p_k^-,   g_(k+1) = g_k cay(h xi)           (b)
///   p_(k+1)^- = R p_(k+1)^+                                      (c)
/// The reflection keeps E - <p, Y>, hence the moving energy of a rolling ball is exact at p^-, and
/// so is its momentum about the contact point, for any inertia. Unknown: xi, from (a).
struct EnergyMomentumGni : MayBeLeapfrog {
  static MethodCard card() {
    return {.id = "energy_momentum_gni",
            .name = "Energy-momentum geometric nonholonomic integrator",
            .equations = "p - (h/2) ad*_xi p = p-, p+ = 2 p - p-, g2 = g1 cay(h xi); p- = R p+",
            .source = "this project, after Ferraro, Jimenez & Martin de Diego 2015, (38)",
            .applies_to =
                "problems on products of $R^{n}$ and SO(3) whose Lagrangian is a "
                "left-invariant kinetic energy",
            .starts = gni_starts(),
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because =
                "its free step is the implicit midpoint rule of the Euler-Poincare equations, "
                "which keeps energy and momentum; reduced_gni and equal_norm_gni take forces",
            .known_limits = reflection_limits()};
  }

  static constexpr bool needs_cayley_midpoint = true;

  template <class P, class S, class T>
  Vec<T, dof_of<P>> left_momentum(P const& system, Vec<T, dof_of<P>> const& xi, S const& h) const {
    count(system, {.lagrangian = 1});
    Vec<T, dof_of<P>> const p = constant_mass_matrix(system) * xi;
    return p - h / S(2) * P::Space::ad_transpose(xi, p);  // (a)
  }

  template <KineticOfCayley P, class S>
  GniMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                         StartPoint<P, S> const& start) const {
    using G = typename P::Space;
    return gni_memory(
        system, z, h, start, [&](auto const& xi) { return left_momentum(system, xi, h); },
        [&](auto const& g1) { return S(1) / h * G::cay_inverse(G::compose(G::inverse(z.q), g1)); });
  }

  /// Step of the system without constraints from g0 with momentum p, (a) and (b).
  /// @param guess  velocity with which Newton's method begins
  template <KineticOfCayley P, class S>
  Drift<P, S> free_step(P const& system, Vec<S, size_of<P>> const& g0, Vec<S, dof_of<P>> const& p,
                        Vec<S, dof_of<P>> const& guess, S h) const {
    using G = typename P::Space;
    auto const residual = [&](auto const& xi) {
      using T = std::remove_cvref_t<decltype(xi[0])>;
      return left_momentum(system, xi, h) - cast<T>(p);
    };
    auto const root = newton<P>(residual, guess, larger(S(1), largest(guess)));
    auto const& xi = root.x;
    auto const p_plus = S(2) * (constant_mass_matrix(system) * xi) - p;  // (b)
    return {G::compose(g0, G::cay(h * xi)), p_plus, xi, root.outcome, root.iterations};
  }

  template <KineticOfCayley P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, GniMemory<P, S>& memory, S h) const {
    auto const end = free_step(system, z.q, memory.p, memory.xi, h);
    return reflected_step(system, end, memory, h);  // (c)
  }
};

}  // namespace rattleback
