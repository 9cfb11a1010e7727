#pragma once

#include "integrators/core/derived_equations.hpp"
#include "integrators/core/mechanics.hpp"
#include "integrators/core/newton.hpp"
#include "integrators/core/option.hpp"
#include "integrators/symmetric/lobatto.hpp"

namespace rattleback {

/// Lobatto IIIA-IIIB SPARK method with s = 2, 3 or 4 stages, order 2 s - 2, after Jay, BIT 43
/// (2003) 93, in the form that odelab gives it for nonholonomic constraints:
///   Q_i = q_0 + h sum_j a_ij V_j                                               (a)
///   V_i = v_0 + h sum_j ah_ij M^-1 (-grad V(Q_j) + A(Q_j)^T Lambda_j)          (b)
///   sum_j a_ij A(Q_j) V_j = 0,   i = 2, ..., s                                 (c)
///   q_1 = Q_s,   v_1 = v_0 + h sum_j b_j M^-1 (-grad V(Q_j) + A(Q_j)^T Lambda_j)   (d)
///   A(q_1) v_1 = 0                                                             (e)
/// a of Lobatto IIIA, ah of IIIB, whose last column is zero: Lambda_s acts in (d) only and follows
/// from (e), a linear system. Unknown: (Q_i - q_0)/h and h Lambda_(i-1), i = 2, ..., s, in
/// R^((n+m)(s-1)), from (a) and (c). Stage velocities V_i do not satisfy the constraints.
/// The multiplier is Lambda_s at t_1, of order s - 1, or lambda(q_1, v_1), of order 2 s - 2.
struct LobattoSpark {
  enum class Stages { two, three, four };
  enum class Multipliers { stage, recomputed };
  Stages stages = Stages::three;
  Multipliers reported = Multipliers::stage;
  static std::vector<Option<LobattoSpark>> options() {
    return {choice_option<LobattoSpark, Stages>(
                "stages", &LobattoSpark::stages, "number of stages s; the order is 2 s - 2",
                {{"2", Stages::two}, {"3", Stages::three}, {"4", Stages::four}}),
            choice_option<LobattoSpark, Multipliers>(
                "reported", &LobattoSpark::reported,
                "the last stage's multiplier, or the one that belongs to the new state",
                {{"stage", Multipliers::stage}, {"recomputed", Multipliers::recomputed}})};
  }
  static MethodCard card() {
    return {.id = "lobatto_spark",
            .name = "Lobatto IIIA-IIIB SPARK method",
            .equations =
                "Q_i = q0 + h sum a_ij V_j; V_i = v0 + h sum ah_ij M^-1 (-grad V(Q_j) + A(Q_j)^T "
                "Lambda_j); sum a_ij A(Q_j) V_j = 0; A(q1) v1 = 0",
            .source = "Jay 2003, as odelab applies it to nonholonomic constraints",
            .applies_to = "problems with a constant mass matrix",
            .starts = {{"plain", 4, 2}},
            .reversible = true,
            .keeps_constraint = true,
            .options = {}};
  }
  /// Beyond, Newton's matrices make a translation unit too large.
  template <class P>
  static constexpr bool runs_on_lanes = size_of<P> <= 7;

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto step = stages == Stages::two     ? step_of<2>(system, z0, h)
                : stages == Stages::three ? step_of<3>(system, z0, h)
                                          : step_of<4>(system, z0, h);
    if (reported == Multipliers::recomputed && step.outcome == Outcome::ok)
      step.multipliers = accelerations(system, step.z).multipliers;
    return step;
  }

 private:
  /// Stage by stage: configurations and velocities, and the sum of (d) without Lambda_s.
  template <class P, class T, int s>
  struct StagesAt {
    Vec<T, size_of<P>> Q[s];
    Vec<T, dof_of<P>> V[s], v1;
  };

  /// @param x  the unknown, stage by stage
  template <int s, class P, class S, class T, int k>
  static StagesAt<P, T, s> stages_at(P const& system, Lobatto<S, s> const& t, Point<P, S> const& z0,
                                     S h, Vec<T, k> const& x) {
    constexpr int n = size_of<P>, m = P::constraints;
    StagesAt<P, T, s> at;
    at.Q[0] = cast<T>(z0.q);
    at.v1 = cast<T>(z0.v);
    for (auto& V : at.V) V = cast<T>(z0.v);
    for (int i = 1; i < s; ++i)
      for (int j = 0; j < n; ++j) at.Q[i][j] = z0.q[j] + h * x[(i - 1) * (n + m) + j];
    for (int j = 0; j < s; ++j) {
      auto impulse = h * force(system, at.Q[j]);
      if (j + 1 < s) {
        Vec<T, m> h_lambda;
        for (int k1 = 0; k1 < m; ++k1) h_lambda[k1] = x[j * (n + m) + n + k1];
        impulse = impulse + constraint_force(system, at.Q[j], h_lambda);
      }
      auto const change = mass_inverse(system, impulse);
      for (int i = 0; i < s && j + 1 < s; ++i) at.V[i] = at.V[i] + t.ah(i, j) * change;  // (b)
      at.v1 = at.v1 + t.b[j] * change;                                                   // (d)
    }
    return at;
  }

  template <int s, ConstantMassSystem P, class S>
  static Step<P, S> step_of(P const& system, Point<P, S> const& z0, S h) {
    constexpr int n = size_of<P>, m = P::constraints, unknowns = (n + m) * (s - 1);
    auto const t = lobatto<S, s>();
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      auto const at = stages_at<s>(system, t, z0, h, x);
      Vec<T, m> phi[s];
      for (int j = 0; j < s; ++j) phi[j] = constraint_residual(system, at.Q[j], at.V[j]);
      Vec<T, unknowns> r;
      for (int i = 1; i < s; ++i) {
        auto mean = t.a(i, 0) * at.V[0];
        auto constraint = t.a(i, 0) * phi[0];
        for (int j = 1; j < s; ++j) {
          mean = mean + t.a(i, j) * at.V[j];
          constraint = constraint + t.a(i, j) * phi[j];
        }
        int const row = (i - 1) * (n + m);
        for (int j = 0; j < n; ++j) r[row + j] = x[row + j] - mean[j];  // (a)
        for (int k = 0; k < m; ++k) r[row + n + k] = constraint[k];     // (c)
      }
      return r;
    };
    Vec<S, unknowns> guess;
    for (int i = 1; i < s; ++i)
      for (int j = 0; j < n + m; ++j)
        guess[(i - 1) * (n + m) + j] = j < n ? S(t.c[i] * z0.v[j]) : S(0);
    auto const root = newton(residual, guess, S(1));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    auto const at = stages_at<s>(system, t, z0, h, root.x);
    auto const& q1 = at.Q[s - 1];
    S const weight = t.b[s - 1] * h;
    auto const lambda = linear_multipliers(system, q1, q1, at.v1, weight);  // (e)
    auto const kick = constraint_force(uncounted(system), q1, lambda);
    return {
        {q1, at.v1 + weight * mass_inverse(system, kick)}, lambda, judged(lambda), root.iterations};
  }
};

}  // namespace rattleback
