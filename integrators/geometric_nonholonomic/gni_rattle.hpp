#pragma once
// Three GNI in the RATTLE form for L = v^T M v/2 - V(q) with constant M: of L_d^A (s = 1), of L_d^B
// (s = -1), and of their mean (s = 0). Ferraro, Jimenez & Martin de Diego 2015, (13), (14), (15),
// and section 6.1 for affine constraints:
//   p_(k+1/2) = p~_k + (h/2) (-V_q(q_k) + mu^T(q_k) lambda_k)                        (a)
//   q_(k+1) = q_k + h M^-1 p_(k+1/2)                                                 (b)
//   p~_(k+1) = p_(k+1/2) + (h/2) (-V_q(q_(k+1)) + mu^T(q_(k+1)) lambda_(k+1))        (d)
//   mu(q_(k+1)) (M^-1 (p~_(k+1) + s (h/2) V_q(q_(k+1))) - Y(q_(k+1))) = 0            (e)
// lambda_(k+1) from (e) is linear. It is the negative of the paper's lambda~, as everywhere here.

#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Internal state of a step in this form, in addition to (q_k, M^-1 p~_k).
template <class P, class S>
struct RattleMemory {
  GniMemory<P, S> momenta;       ///< `average` is the p~_k of (d)
  Vec<S, dof_of<P>> force;       ///< -V_q(q_k)
  Vec<S, dof_of<P>> reaction{};  ///< mu^T(q_k) lambda_k

  template <class System>
  auto velocity_of_p(System const& system, Vec<S, size_of<P>> const& q) const {
    return momenta.velocity_of_p(system, q);
  }
  template <class System>
  auto flipped_velocity(System const& system, Vec<S, size_of<P>> const& q) const {
    return momenta.flipped_velocity(system, q);
  }
  /// A step reads p~ and the reaction only.
  void rescale(S ratio) { momenta.rescale(ratio); }
  auto report() const { return momenta.report(); }
  static auto diagnostic_names() { return GniMemory<P, S>::diagnostic_names(); }
  auto diagnostics() const { return momenta.diagnostics(); }
};

/// p^-, p^+ at a node from p~ and the reaction: p~ - s (h/2) (-V_q) lies between them.
template <class P, class S>
void set_nodal_momenta(RattleMemory<P, S>& memory, S h, int s) {
  auto const reaction = h / S(2) * memory.reaction;
  auto const middle = memory.momenta.average - S(s) * h / S(2) * memory.force;
  memory.momenta.p = middle + reaction;
  memory.momenta.p_plus = middle - reaction;
}

/// The steps (a) to (e). State: node q_k, velocity M^-1 p~_k.
template <int s>
struct RattleForm {
  template <class P>
  static constexpr bool runs_on_lanes = true;

  /// The start `multiplier` takes lambda_0 = lambda(0) and p~_0 = p(0) - s (h/2) Q* V_q, the others
  /// both from p_0^-.
  template <ConstantMassSystem P, class S>
  RattleMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) const {
    RattleMemory<P, S> memory;
    memory.force = force(system, z.q);
    auto const half_kick = h / S(2) * memory.force;
    memory.momenta = gni_memory(
        system, z, h, start,
        [&](auto const& v) { return momentum_of(system, z.q, v) - S(1 + s) * half_kick; },
        [&](auto const& q1) { return S(1) / h * (q1 - z.q); });
    auto const back = reflect(system, z.q, memory.momenta.p);
    memory.reaction = constraint_force(system, z.q, S(-1) / h * back.impulses);
    memory.momenta.average = back.average + S(s) * half_kick;
    if (start.name == "multiplier") {
      // reflect() takes p^+ to p~: on a covector it removes the part Q*, up to that of Y.
      auto const without_normal = reflect(system, z.q, back.average + half_kick).average;
      memory.momenta.average = back.average + S(s) * (back.average + half_kick - without_normal);
    }
    set_nodal_momenta(memory, h, s);
    return memory;
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, RattleMemory<P, S>& memory, S h) const {
    auto const& [momenta, force0, reaction0] = memory;
    auto const p_half = momenta.average + h / S(2) * (force0 + reaction0);  // (a)
    auto const v_half = mass_inverse(system, p_half);
    auto const q1 = z.q + h * v_half;  // (b)
    auto const force1 = force(system, q1);
    auto const w = v_half + S(1 - s) * h / S(2) * mass_inverse(system, force1);
    auto const lambda1 = linear_multipliers(system, q1, q1, w, h / S(2));  // (e)
    auto const reaction1 = constraint_force(uncounted(system), q1, lambda1);
    auto const average = p_half + h / S(2) * (force1 + reaction1);  // (d)
    memory = {{{}, {}, average, v_half}, force1, reaction1};
    set_nodal_momenta(memory, h, s);
    return {{q1, mass_inverse(system, average)}, lambda1, multiplier_outcome(lambda1)};
  }

  /// (q, p~, lambda) -> (q, -p~, lambda) at q_k exchanges the nodes q_(k-1) and q_(k+1), whatever
  /// s.
  template <class P, class S>
  void reverse(P const&, Point<P, S>& z, RattleMemory<P, S>& memory, S) const {
    reverse_momenta(z, memory.momenta);
  }
};

/// Nonholonomic RATTLE: the GNI of L_d = (h/2) (L(q_k, v) + L(q_(k+1), v)), algebraically SHAKE:
///   q_(k+1) - 2 q_k + q_(k-1) = h^2 M^-1 (-V_q(q_k) + mu^T(q_k) lambda_k)
///   mu(q_k) ((q_(k+1) - q_(k-1))/(2 h) - Y(q_k)) = 0
/// Ferraro, Jimenez & Martin de Diego 2015, (15), (28); first in McLachlan & Perlmutter 2006,
/// (5.3).
struct GniRattle : RattleForm<0> {
  static MethodCard card() {
    return {.id = "gni_rattle",
            .name = "Nonholonomic RATTLE",
            .equations =
                "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
                "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 p1 - Y(q1)) = 0",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, (15), (28)",
            .applies_to = "problems with a constant mass matrix",
            .starts = gni_starts(),
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .options = {},
            .known_limits = reflection_limits()};
  }
};

/// Geometric nonholonomic Euler A: the GNI of L_d^A = h L(q_k, (q_(k+1) - q_k)/h).
/// Ferraro, Jimenez & Martin de Diego 2015, (11), (13). First order; it is nonholonomic SHAKE under
/// the affine constraint with the drift
/// -(h/2) M^-1 V_q, hence its energy drifts. The adjoint of Euler B. The velocity of the state is
/// off the constraint by O(h).
struct GniEulerA : RattleForm<1> {
  static MethodCard card() {
    return {
        .id = "gni_euler_a",
        .name = "Geometric nonholonomic Euler A",
        .equations =
            "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
            "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 (p1 + h/2 V_q(q1)) - Y(q1)) = 0",
        .source = "Ferraro, Jimenez & Martin de Diego 2015, (13)",
        .applies_to = "problems with a constant mass matrix",
        .starts = {{"multiplier", 1, 1}, {"plain", 1}, {"exact", 1}, {"euler", 1}, {"pair"}},
        .lagrangian_derivatives_per_step = 1,
        .free_step_asymmetry = -1,
        .options = {},
        .known_limits = reflection_limits()};
  }
};

/// Geometric nonholonomic Euler B: the GNI of L_d^B = h L(q_(k+1), (q_(k+1) - q_k)/h).
/// Ferraro, Jimenez & Martin de Diego 2015, (12), (14). First order; it is nonholonomic SHAKE under
/// the affine constraint with the drift (h/2) M^-1 V_q, hence its energy drifts. The adjoint of
/// Euler A. The velocity of the state is off the constraint by O(h).
struct GniEulerB : RattleForm<-1> {
  static MethodCard card() {
    return {
        .id = "gni_euler_b",
        .name = "Geometric nonholonomic Euler B",
        .equations =
            "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
            "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 (p1 - h/2 V_q(q1)) - Y(q1)) = 0",
        .source = "Ferraro, Jimenez & Martin de Diego 2015, (14)",
        .applies_to = "problems with a constant mass matrix",
        .starts = {{"multiplier", 1, 1}, {"plain", 1}, {"exact", 1}, {"euler", 1}, {"pair"}},
        .lagrangian_derivatives_per_step = 1,
        .free_step_asymmetry = 1,
        .options = {},
        .known_limits = reflection_limits()};
  }
};

}  // namespace rattleback
