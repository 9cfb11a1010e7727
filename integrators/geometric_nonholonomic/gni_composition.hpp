#pragma once

#include "integrators/core/method/option.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Composition of the two geometric nonholonomic Euler methods as maps of the cotangent bundle,
///   F = R Phi_A^(h/2) R Phi_B^(h/2)   or the other way round,
///   Phi_A: p' = p - h V_q(q), q' = q + h M^-1 p'      Phi_B: q' = q + h M^-1 p, p' = p - h V_q(q')
/// Second order. Remark 5.5 of Ferraro, Jimenez & Martin de Diego 2015 read literally, in the
/// variables (q, p~, lambda~) of (13) and (14), does not converge. The multiplier is the mean of
/// the two reactions, which act at t_(i-1/2) and t_i. State: node q_k, velocity M^-1 p~_k.
/// On a driven system the first half step begins at t_0 and the second at t_1/2, each Euler step
/// with the force at its end of its interval: A at the velocity of p, B at that of p', which is
/// implicit.
struct GniComposition : ReversesMomenta {
  static constexpr bool takes_forces = true;
  enum class First { b, a };
  First first = First::b;
  static std::vector<Option> options() {
    return {choice_option<GniComposition, First>("first", &GniComposition::first,
                                                 "which Euler method takes the first half step",
                                                 {{"b", First::b}, {"a", First::a}})};
  }
  static MethodCard card() {
    return {.id = "gni_composition",
            .name = "Composition of the geometric nonholonomic Euler methods",
            .equations = "R Phi_A(h/2) R Phi_B(h/2)",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, remark 5.5 corrected: on $T*Q$",
            .applies_to = constant_mass_problems,
            .starts = {{"multiplier", 2}, {"plain", 2}, {"reaction", 2}},
            .multiplier_node = -0.25,
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 2,
            .reflections_per_step = 2,
            .known_limits = reflection_limits()};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  /// Phi_A or Phi_B.
  template <ConstantMassSystem P, class S>
  static Drift<P, S> euler(P const& system, Vec<S, size_of<P>> const& q, Vec<S, dof_of<P>> p, S h,
                           First which) {
    if (which == First::a) p = p + h * total_force(system, q, mass_inverse(system, p));
    auto v = mass_inverse(system, p);
    auto q1 = q + h * v;
    auto const& end = later(system, h);
    if constexpr (StatesForce<P>)
      if (which == First::b && force_depends_on_velocity(system)) {
        auto const residual = [&](auto const& u) {
          using T = std::remove_cvref_t<decltype(u[0])>;
          return u - cast<T>(v) - h * mass_inverse(end, total_force(end, cast<T>(q1), u));
        };
        auto const root = newton<P>(residual, v, larger(S(1), largest(v)));
        return {q1, momentum_of(end, q1, root.x), root.x, root.outcome, root.iterations};
      }
    if (which == First::b) p = p + h * total_force(end, q1, v);
    return {q1, p, v};
  }

  template <ConstantMassSystem P, class S>
  GniMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                         StartPoint<P, S> const& start) const {
    auto p = momentum_of(system, z.q, z.v);
    if (start.name == "multiplier") {
      // The reaction of half a substep, and the normal part of its kick.
      auto const kick = h / S(4) * force(system, z.q);
      auto const normal = p + kick - reflect(system, z.q, p + kick).average;
      auto const lambda = accelerations(system, z).multipliers;
      p = p + h / S(4) * constraint_force(system, z.q, lambda) + normal;
    } else if (start.name == "reaction") {  // of the whole step
      auto const lambda = accelerations(system, z).multipliers;
      p = p + h / S(2) * constraint_force(system, z.q, lambda);
    }
    return memory_at_node(system, z.q, p, z.v);
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, GniMemory<P, S>& memory, S h) const {
    First const second = first == First::b ? First::a : First::b;
    S const half = h / S(2);
    auto const& halfway = later(system, half);
    auto const middle =
        reflected_step(halfway, euler(system, z.q, memory.p, half, first), memory, half);
    if (middle.outcome != Outcome::ok) return middle;
    auto end = reflected_step(later(system, h), euler(halfway, middle.z.q, memory.p, half, second),
                              memory, half);
    end.multipliers = S(1) / S(2) * (middle.multipliers + end.multipliers);
    return end;
  }
};

}  // namespace rattleback
