#pragma once

#include "integrators/core/mechanics/forced_step.hpp"
#include "integrators/discrete_lagrange_dalembert/implicit_multipliers.hpp"

namespace rattleback {

/// Reversible nonholonomic leapfrog: second order, one force evaluation a step.
/// McLachlan & Perlmutter 2006, eq. (4.18):
///   q_h = q_0 + h/2 v_0                                    (a)
///   v_1 = v_0 + h M^-1 (-grad V(q_h) + A(q_h)^T lambda)    (b)
///   q_1 = q_h + h/2 v_1                                    (c)
///   A(q_1) v_1 = 0                                         (d)
/// Unknown: lambda in R^m at t_1/2, from (d): linear if reactions do not move A, else nonlinear.
/// On a driven system V, the force and A of (b) are taken at t_1/2, the constraint (d) at t_1, and
/// (b) has the force
///   mid    f(q_h, (v_0 + v_1)/2)
///   trap   (f(q_h, v_0) + f(q_h, v_1))/2, the composition of dla_euler with f(v_0) and its adjoint
///   proj   f(q_h, v_a), M (v_a - v_0) = h/2 (-grad V + f(q_h, v_a) + A^T la), A(q_h) v_a + b = 0:
///          the composition of dla_euler with f(v_1) and its adjoint
/// which makes v_1 implicit if it depends on velocities.
struct DlaLeapfrog {
  enum class Force { mid, trap, proj };
  static constexpr bool takes_forces = true;
  static constexpr bool takes_large_systems = true;

  MultiplierSolve multipliers = MultiplierSolve::closed;
  Force discrete_force = Force::mid;
  static std::vector<Option> options() {
    return {multiplier_option<DlaLeapfrog>(),
            force_option<DlaLeapfrog, Force>(
                &DlaLeapfrog::discrete_force,
                {{"mid", Force::mid}, {"trap", Force::trap}, {"proj", Force::proj}},
                "force at the mean velocity, mean of the forces, or force at the velocity of the "
                "half step; order 2")};
  }
  static MethodCard card() {
    return {.id = "dla_leapfrog",
            .name = "Reversible nonholonomic leapfrog, semi-implicit",
            .equations =
                "qh = q0 + h/2 v0; v1 = v0 + h M^-1 (-grad V(qh) + A(qh)^T lambda); "
                "q1 = qh + h/2 v1; A(q1) v1 = 0",
            .source = "McLachlan & Perlmutter 2006, (4.18)",
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 2, 2}},
            .multiplier_node = -0.5,
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto qh = z0.q + h / S(2) * z0.v;  // (a)
    auto const& middle = later(system, h / S(2));
    auto const& end = later(system, h);
    if constexpr (StatesForce<P>)
      if (force_depends_on_velocity(system)) return forced_step(middle, end, z0, qh, h);
    auto w = z0.v + h * mass_inverse(system, total_force(middle, qh, z0.v));
    auto q1 = [=](auto const& v1) { return qh + h / S(2) * v1; };     // (c)
    return constrained_step(end, middle, q1, qh, w, h, multipliers);  // (b), (d)
  }

  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const&,
         Step<P, S> const& step, S h) const {
    Vec<S, size_of<P>> const qh = z0.q + h / S(2) * z0.v;
    return work_of_kick(later(system, h / S(2)), qh, z0.v, step.z.v, step.multipliers, h);
  }

 private:
  template <ConstantMassSystem P, class S>
  Step<P, S> forced_step(P const& middle, P const& end, Point<P, S> const& z0,
                         Vec<S, size_of<P>> const& qh, S h) const {
    auto const potential = force(middle, qh);
    auto const f = [&](auto const& v) {
      return applied_force(middle, cast<std::remove_cvref_t<decltype(v[0])>>(qh), v);
    };
    auto const q1 = [=](auto const& v1) { return qh + h / S(2) * v1; };  // (c)
    if (discrete_force == Force::proj) {
      auto const half = forced_velocity(
          middle, middle, [&](auto const&) { return qh; }, qh, z0.v,
          [&](auto const& v) { return h / S(2) * (potential + f(v)); });
      if (half.outcome != Outcome::ok) return {{}, {}, half.outcome, half.iterations};
      auto const w = z0.v + h * mass_inverse(middle, potential + f(half.v));
      auto step = constrained_step(end, middle, q1, qh, w, h, multipliers);
      step.iterations += half.iterations;
      return step;
    }
    auto const impulse = [&](auto const& v1) {
      using T = std::remove_cvref_t<decltype(v1[0])>;
      auto const v0 = cast<T>(z0.v);
      if (discrete_force == Force::mid) return h * (potential + f(S(1) / S(2) * (v0 + v1)));
      return h * (potential + S(1) / S(2) * (f(v0) + f(v1)));
    };
    auto const end_of = forced_velocity(end, middle, q1, qh, z0.v, impulse);
    return {
        {q1(end_of.v), end_of.v}, S(1) / h * end_of.h_lambda, end_of.outcome, end_of.iterations};
  }
};

}  // namespace rattleback
