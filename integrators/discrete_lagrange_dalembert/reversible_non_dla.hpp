#pragma once

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/forced_step.hpp"

namespace rattleback {

/// Reversible, second order, but not a DLA integrator: the constraint averages two velocities.
/// McLachlan & Perlmutter 2006, eq. (5.3) with v_0 = (q_1 - q_0)/h. The printed velocity form
/// evaluates at q_0, which is not (5.3); correct is
///   q_1 = q_0 + h v_0                                      (a)
///   v_1 = v_0 + h M^-1 (-grad V(q_1) + A(q_1)^T lambda)    (b)
///   A(q_1) (v_0 + v_1) = 0                                 (c)
/// Unknown: lambda in R^m at t_1, from the linear system (c). As v_i lives half a step after q_i,
/// the start `staggered` takes v_0 = v(0) + (h/2) vdot(0); reversal exchanges q_i and q_{i+1}.
/// On a driven system everything is taken at t_1, with the force f(q_1, (v_0 + v_1)/2) of the nodal
/// velocity, which makes v_1 implicit if it depends on velocities.
struct ReversibleNonDla {
  static constexpr bool takes_forces = true;
  static MethodCard card() {
    return {.id = "reversible_non_dla",
            .name = "Reversible integrator that is not DLA, linearly implicit",
            .equations =
                "q1 = q0 + h v0; v1 = v0 + h M^-1 (-grad V(q1) + A(q1)^T lambda); "
                "A(q1) (v0 + v1) = 0",
            .source = "McLachlan & Perlmutter 2006, (5.3) corrected: nodes of the velocity form",
            .applies_to = constant_mass_problems,
            .starts = {{"staggered", 2, 2}, {"plain", 1, 0}},
            .velocity_node = 0.5,
            .reversible = true,
            .lagrangian_derivatives_per_step = 1,
            .nodal_force = true,
            .known_limits = {
                {"The method is a form of the geometric nonholonomic integrator with its parasitic "
                 "mode: on some motions the trajectory is lost after a time that halving the step "
                 "only delays by a constant. The energy of its intervals does not show the loss.",
                 "docs/parasitic_mode.md, finding PM-01"}}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <NonholonomicSystem P, class S>
  Point<P, S> start(P const& system, Point<P, S> z, S h, StartPoint<P, S> const& start) const {
    if (start.name == "staggered") z.v = z.v + h / S(2) * accelerations(system, z).vdot;
    return z;
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto q1 = z0.q + h * z0.v;  // (a)
    auto const& end = later(system, h);
    if constexpr (StatesForce<P>)
      if (force_depends_on_velocity(system)) {
        auto const node = nodal_velocity(end, q1, z0.v, h / S(2));
        return {
            {q1, S(2) * node.v - z0.v}, S(2) / h * node.h_lambda, node.outcome, node.iterations};
      }
    auto w = z0.v + h * mass_inverse(system, total_force(end, q1, z0.v));
    auto mean = S(1) / S(2) * (z0.v + w);
    auto h_lambda = S(2) * linear_impulses(end, end, q1, q1, mean);      // (c)
    auto v1 = velocity_after_impulses(uncounted(end), q1, h_lambda, w);  // (b)
    return {{q1, v1}, S(1) / h * h_lambda, multiplier_outcome(h_lambda)};
  }

  template <ConstantMassSystem P, class S>
  void reverse(P const&, Point<P, S>& z, NoMemory&, S h) const {
    z = {z.q + h * z.v, -z.v};
  }

  /// W d of the flipped part d of the momenta p^+ = M v_0 - (h/2) grad V and
  /// p^- = M v_1 + (h/2) grad V at q_1: d = -(h/2) A^T lambda, from A W p^- = -A W d.
  template <ConstantMassSystem P, class S>
  Vec<S, dof_of<P>> flipped_velocity(P const& system, Point<P, S> const& z, S h) const {
    if constexpr (StatesForce<P>)
      if (force_depends_on_velocity(system)) {
        auto const node = nodal_velocity(system, z.q, z.v, -h / S(2));
        return mass_inverse(system, constraint_force(system, z.q, node.h_lambda));
      }
    auto const w = z.v - h / S(2) * mass_inverse(system, total_force(system, z.q, z.v));
    auto const impulses = linear_impulses(system, system, z.q, z.q, w);
    return mass_inverse(system, constraint_force(system, z.q, impulses));
  }

 private:
  /// The velocity v of a node, from that of the interval that ends or begins there:
  ///   M (v - u) = k (-grad V + f(q, v) + A^T lambda),   A v + b = 0
  template <StatesForce P, class S>
  static ForcedVelocity<P, S> nodal_velocity(P const& system, Vec<S, size_of<P>> const& q,
                                             Vec<S, dof_of<P>> const& u, S k) {
    return forced_velocity(
        system, system, [&](auto const&) { return q; }, q, u,
        [&](auto const& v) {
          using T = std::remove_cvref_t<decltype(v[0])>;
          return k * total_force(system, cast<T>(q), v);
        });
  }
};

}  // namespace rattleback
