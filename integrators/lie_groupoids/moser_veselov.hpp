#pragma once

#include "integrators/lie_groupoids/groupoid_dla.hpp"

namespace rattleback {

/// Rigid body of Moser and Veselov, projected onto its constraints after every step.
/// McLachlan & Perlmutter 2006, (6.7)-(6.8), with m = {J v + v J : v in k}:
///   h M_0 = omega J - J omega^T                               (6.7)
///   M_1 = omega^T M_0 omega + sum_j lambda_j mu_j in m        (6.8)
///   g_1 = g_0 omega
/// The discrete constraint, M in m, is not closed under inversion: order 1, and the energy decays.
/// Unknown: omega, from (6.7), on the branch of the identity.
struct MoserVeselov {
  static MethodCard card() {
    return {
        .id = "moser_veselov",
        .name = "Projected rigid body of Moser and Veselov",
        .equations = "h M0 = W J - J W^T; M1 = W^T M0 W + sum lambda_j mu_j in m; g1 = g0 W",
        .source = "McLachlan & Perlmutter 2006, (6.7)-(6.8)",
        .applies_to = "rigid bodies on SO($n$) with left-invariant constraints",
        .starts = {{"plain", 1}},
        .multipliers = false,
        .preserves_constraint = true,
        .no_forces_because = "its equations are those of a free body; reduced_gni takes forces"};
  }
  static constexpr bool steps_rotations = true;

  template <class P, class S>
  requires LeftInvariantConstraints<P> && LeftInvariantKinetic<P> && requires {
    sizeof(MassTensor<typename P::Space>);
  }
  Step<P, S> step(P const& system, Point<P, S> const& z, NoMemory&, S h) const {
    auto const free = moser_veselov_step(system, z.q, momentum_of(system, z.q, z.v), h);
    return step_to(system, free.q, free.M, free.outcome, free.iterations);  // (6.8)
  }

  /// The step without constraints: (6.7) and M_1 = omega^T M_0 omega.
  template <class P, class S>
  struct FreeStep {
    Vec<S, size_of<P>> q;
    Vec<S, dof_of<P>> M;
    Outcome outcome;
    int iterations;
  };
  template <class P, class S>
  static FreeStep<P, S> moser_veselov_step(P const& system, Vec<S, size_of<P>> const& q,
                                           Vec<S, dof_of<P>> const& M, S h) {
    using G = typename P::Space;
    constexpr RetractedDistribution<Retraction::cayley> discretisation;
    auto const residual = [&](auto const& xi, S const& t) {
      using T = std::remove_cvref_t<decltype(xi[0])>;
      return h * (legendre_minus(discretisation, system, q, G::cay(xi), h) - cast<T>(t * M));
    };
    auto const root = continued_root<S, dof_of<P>>(residual, S(1));
    auto const omega = G::cay(root.x);
    return {G::compose(q, omega), G::Ad_transpose(omega, M), root.outcome, root.iterations};
  }
};

}  // namespace rattleback
