#pragma once
// Three GNI in the RATTLE form for L = v^T M v/2 - V(q) with constant M: of L_d^A (s = 1), of L_d^B
// (s = -1), and of their mean (s = 0). Ferraro, Jimenez & Martin de Diego 2015, (13), (14), (15),
// and section 6.1 for affine constraints:
//   p_(k+1/2) = p~_k + (h/2) (-V_q(q_k) + mu^T(q_k) lambda_k)                        (a)
//   q_(k+1) = q_k + h M^-1 p_(k+1/2)                                                 (b)
//   p~_(k+1) = p_(k+1/2) + (h/2) (-V_q(q_(k+1)) + mu^T(q_(k+1)) lambda_(k+1))        (d)
//   mu(q_(k+1)) (M^-1 (p~_(k+1) + s (h/2) V_q(q_(k+1))) - Y(q_(k+1))) = 0            (e)
// lambda_(k+1) from (e) is linear. It is the negative of the paper's lambda~, as everywhere here.
// On a driven system -V_q becomes -V_q + f at the time of its node, at the velocity v~ of the node
// for s = 0, at that of p^- for s = 1 and of p^+ for s = -1, which are the velocities of the
// intervals.

#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Internal state of a step in this form, in addition to (q_k, M^-1 p~_k): `average` is the p~_k of
/// (d). A step reads p~, the force and the reaction only.
template <class P, class S>
struct RattleMemory : GniMemory<P, S> {
  Vec<S, dof_of<P>> force;       ///< -V_q(q_k)
  Vec<S, dof_of<P>> reaction{};  ///< mu^T(q_k) lambda_k
};

/// p^-, p^+ at a node from p~ and the reaction: p~ - s (h/2) (-V_q) lies between them.
template <class P, class S>
void set_nodal_momenta(RattleMemory<P, S>& memory, S h, int s) {
  auto reaction = h / S(2) * memory.reaction;
  auto middle = memory.average - S(s) * h / S(2) * memory.force;
  memory.p = middle + reaction;
  memory.p_plus = middle - reaction;
}

/// The steps (a) to (e). State: node q_k, velocity M^-1 p~_k. (q, p~, lambda) -> (q, -p~, lambda)
/// at q_k exchanges the nodes q_(k-1) and q_(k+1), whatever s.
template <int s>
struct RattleForm : ReversesMomenta {
  static constexpr bool takes_forces = true;
  template <class P>
  static constexpr bool runs_on_lanes = true;

  /// The start `multiplier` takes lambda_0 = lambda(0) and p~_0 = p(0) - s (h/2) Q* V_q, the others
  /// both from p_0^-.
  template <ConstantMassSystem P, class S>
  RattleMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) const {
    auto force = total_force(system, z.q, z.v);
    auto half_kick = h / S(2) * force;
    RattleMemory<P, S> memory{
        gni_memory(
            system, z, h, start,
            [&](auto const& v) { return momentum_of(system, z.q, v) - S(1 + s) * half_kick; },
            [&](auto const& q1) { return S(1) / h * (q1 - z.q); }),
        force};
    if constexpr (StatesForce<P> && s == 1) {
      memory.force = total_force(system, z.q, mass_inverse(system, memory.p));
      half_kick = h / S(2) * memory.force;
    }
    auto back = reflect(system, z.q, memory.p);
    memory.reaction = constraint_force(system, z.q, S(-1) / h * back.impulses);
    memory.average = back.average + S(s) * half_kick;
    if (start.name == "multiplier") {
      // reflect() takes p^+ to p~: on a covector it removes the part Q*, up to that of Y.
      auto const without_normal = reflect(system, z.q, back.average + half_kick).average;
      memory.average = back.average + S(s) * (back.average + half_kick - without_normal);
    }
    set_nodal_momenta(memory, h, s);
    return memory;
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, RattleMemory<P, S>& memory, S h) const {
    auto p_half = memory.average + h / S(2) * (memory.force + memory.reaction);  // (a)
    auto v_half = mass_inverse(system, p_half);
    auto q1 = z.q + h * v_half;  // (b)
    auto const& end = later(system, h);
    if constexpr (StatesForce<P>)
      if (force_depends_on_velocity(system)) return forced_step(end, q1, p_half, v_half, memory, h);
    auto force1 = total_force(end, q1, v_half);
    auto w = v_half + S(1 - s) * h / S(2) * mass_inverse(system, force1);
    auto lambda1 = linear_multipliers(end, q1, q1, w, h / S(2));  // (e)
    if (auto const outcome = multiplier_outcome(lambda1); outcome != Outcome::ok)
      return {{}, {}, outcome};
    auto reaction1 = constraint_force(uncounted(end), q1, lambda1);
    auto average = p_half + h / S(2) * (force1 + reaction1);  // (d)
    memory = {{{}, {}, average, v_half}, force1, reaction1};
    set_nodal_momenta(memory, h, s);
    return {{q1, mass_inverse(system, average)}, lambda1};
  }

  /// (d) and (e) with a force that depends on velocities.
  template <StatesForce P, class S>
  Step<P, S> forced_step(P const& end, Vec<S, size_of<P>> const& q1,
                         Vec<S, dof_of<P>> const& p_half, Vec<S, dof_of<P>> const& v_half,
                         RattleMemory<P, S>& memory, S h) const {
    auto const force_at = [&](auto const& v) {
      return total_force(end, cast<std::remove_cvref_t<decltype(v[0])>>(q1), v);
    };
    Vec<S, dof_of<P>> force1;
    Vec<S, P::constraints> lambda1;
    Outcome outcome = Outcome::ok;
    int iterations = 0;
    if constexpr (s == 0) {
      auto const node = forced_velocity(
          end, end, [&](auto const&) { return q1; }, q1, v_half,
          [&](auto const& v) { return h / S(2) * force_at(v); });
      force1 = force_at(node.v);
      lambda1 = S(2) / h * node.h_lambda;
      outcome = node.outcome;
      iterations = node.iterations;
    } else {
      auto u = v_half;  // velocity of p^+
      if constexpr (s == -1) {
        auto const residual = [&](auto const& v) {
          using T = std::remove_cvref_t<decltype(v[0])>;
          return v - cast<T>(v_half) - h * mass_inverse(end, force_at(v));
        };
        auto const root = newton<P>(residual, v_half, larger(S(1), largest(v_half)));
        u = root.x;
        outcome = root.outcome;
        iterations = root.iterations;
      }
      lambda1 = linear_multipliers(end, q1, q1, u, h / S(2));
      auto const kick = h * constraint_force(uncounted(end), q1, lambda1);
      force1 = force_at(s == 1 ? Vec<S, dof_of<P>>(u + mass_inverse(end, kick)) : u);
    }
    if (outcome == Outcome::ok) outcome = multiplier_outcome(lambda1);
    if (outcome != Outcome::ok) return {{}, {}, outcome, iterations};
    auto const reaction1 = constraint_force(uncounted(end), q1, lambda1);
    auto const average = p_half + h / S(2) * (force1 + reaction1);
    memory = {{{}, {}, average, v_half}, force1, reaction1};
    set_nodal_momenta(memory, h, s);
    return {{q1, mass_inverse(end, average)}, lambda1, outcome, iterations};
  }
};

/// Starts of the Euler methods; `reaction` is `multiplier` without the part of V_q.
inline std::vector<StartCard> euler_starts() {
  return {{"multiplier", 1, 1}, {"plain", 1},    {"exact", 1},
          {"euler", 1},         {"reaction", 1}, {"pair"}};
}

/// Nonholonomic RATTLE: the GNI of L_d = (h/2) (L(q_k, v) + L(q_(k+1), v)), algebraically SHAKE:
///   q_(k+1) - 2 q_k + q_(k-1) = h^2 M^-1 (-V_q(q_k) + mu^T(q_k) lambda_k)
///   mu(q_k) ((q_(k+1) - q_(k-1))/(2 h) - Y(q_k)) = 0
/// Ferraro, Jimenez & Martin de Diego 2015, (15), (28); first in McLachlan & Perlmutter 2006,
/// (5.3).
struct GniRattle : RattleForm<0> {
  /// Work of the forces at both nodes along the interval.
  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const& last,
         Step<P, S> const& step, S h) const {
    Vec<S, dof_of<P>> const u = S(1) / h * (step.z.q - z0.q);
    auto const half = [&](P const& at, Point<P, S> const& z, Vec<S, P::constraints> const& lambda) {
      S power = potential_rate(at, z.q) - constraint_power(at, z.q, lambda);
      if constexpr (StatesForce<P>) power = power + dot(applied_force(at, z.q, z.v), u);
      return h / S(2) * power;
    };
    return half(system, z0, last) + half(later(system, h), step.z, step.multipliers);
  }
  static MethodCard card() {
    return {.id = "gni_rattle",
            .name = "Nonholonomic RATTLE",
            .equations =
                "ph = p0 + h/2 (-V_q(q0) + mu^T lambda0); q1 = q0 + h M^-1 ph; "
                "p1 = ph + h/2 (-V_q(q1) + mu^T lambda1); mu(q1) (M^-1 p1 - Y(q1)) = 0",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, (15), (28)",
            .applies_to = constant_mass_problems,
            .starts = gni_starts(),
            .reversible = true,
            .preserves_constraint = true,
            .lagrangian_derivatives_per_step = 1,
            .nodal_force = true,
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
        .applies_to = constant_mass_problems,
        .starts = euler_starts(),
        .lagrangian_derivatives_per_step = 1,
        .free_step_asymmetry = -1,
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
        .applies_to = constant_mass_problems,
        .starts = euler_starts(),
        .lagrangian_derivatives_per_step = 1,
        .free_step_asymmetry = 1,
        .known_limits = reflection_limits()};
  }
};

}  // namespace rattleback
