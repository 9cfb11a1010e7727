#pragma once

#include "integrators/lie_groupoids/cayley_momentum.hpp"
#include "integrators/lie_groupoids/groupoid_dla.hpp"

namespace rattleback {

/// Discrete Lagrange-d'Alembert integrator on the action groupoid S^2 x SO(3), for bodies in a
/// field that depends on gamma = R^T e3, with gamma . w = 0.
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.4.1, with Pi = axial(Omega J - J
/// Omega^T) (the sign of gravity corrected):
///   L_d = -tr(J Omega)/h - h mgl gamma . e,   M_c: gamma . axial(Omega - Omega^T) = 0
///   Pi_(k+1) - Omega_k^T Pi_k = h^2 mgl gamma_(k+1) x e + lambda gamma_(k+1)
///   gamma_(k+1) = Omega_k^T gamma_k,   R_(k+1) = R_k Omega_k
/// Unknown: the two components of Cayley's vector across gamma. State: node k with the velocity of
/// the momentum between the two half kicks of gravity. The start `legendre` takes the momentum F^-
/// of this L_d, before the whole kick, as the first one: order 1.
struct VeselovaDla {
  GroupoidSolver solver = GroupoidSolver::closed;
  static std::vector<Option> options() { return {groupoid_solver_option<VeselovaDla>()}; }
  static MethodCard card() {
    return {.id = "veselova_dla",
            .name = "Discrete Lagrange-d'Alembert integrator on the action groupoid $S^2$ × SO(3)",
            .equations =
                "Pi2 - W1^T Pi1 = h^2 mgl gamma2 x e + lambda gamma2; gamma . axial(W - W^T) = 0; "
                "gamma2 = W1^T gamma1; R2 = R1 W1",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.4.1 corrected",
            .applies_to = "rigid bodies in a field that depends on $gamma = R^T e_3$",
            .starts = {{"plain", 2}, {"legendre", 1}, {"pair"}},
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because =
                "its discrete Lagrangian on the action groupoid has no force; reduced_gni takes "
                "forces"};
  }
  static constexpr RetractedDistribution<Retraction::cayley> discretisation{};

  template <HasConstantMass P, class S>
  requires std::same_as<typename P::Space, DirectedRotation> Step<P, S> step(P const& system,
                                                                             Point<P, S> const& z,
                                                                             NoMemory&, S h)
  const {
    if (solver == GroupoidSolver::generic) return groupoid_step(discretisation, system, z, h);
    auto const I = inertia_of<S>(system);
    auto const gamma = head<3>(z.q);
    // On gamma's plane the momentum only turns: Pi' = Omega^T Pi.
    auto const p = I * z.v + half_kick(system, z.q, h);
    auto const across = p - dot(gamma, p) / dot(gamma, gamma) * gamma;
    auto const [sigma, outcome, iterations] = cayley_rotation(I, gamma, across, h);
    count(system, {.lagrangian = 1 + iterations, .constraint = 1});
    auto const W = DirectedRotation::cay(S(2) * sigma);
    auto const q1 = DirectedRotation::compose(z.q, W);
    auto const p1 = DirectedRotation::Ad_transpose(W, across) + half_kick(system, q1, h);
    return step_to(system, q1, p1, outcome, iterations);
  }

  template <class P, class S>
  Point<P, S> start(P const& system, Point<P, S> const& z, S h,
                    StartPoint<P, S> const& start) const {
    if (start.second) return start_of_interval(discretisation, system, z, *start.second, h);
    if (start.name != "legendre") return z;
    auto const p = momentum_of(system, z.q, z.v) + half_kick(system, z.q, h);
    return {z.q, node_velocity(system, z.q, p).v};
  }

 private:
  template <class P, class S>
  static Vec<S, 3> half_kick(P const& system, Vec<S, 12> const& q, S h) {
    return h / S(2) * configuration_force(system, q, S(0) * Vec<S, 3>{});
  }
};

}  // namespace rattleback
