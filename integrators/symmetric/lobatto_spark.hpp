#pragma once

#include <cmath>

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"
#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// Coefficients of the Lobatto IIIA-IIIB pairs, which are symmetric and conjugate to each other.
template <class S, int s>
struct Lobatto {
  Vec<S, s> c, b;   ///< nodes and weights
  Mat<S, s, s> a;   ///< IIIA; its first row is zero and its last row is b
  Mat<S, s, s> ah;  ///< IIIB: ah_ij = b_j (1 - a_ji/b_i); its last column is zero
};

template <class S, int s>
Lobatto<S, s> lobatto() {
  static_assert(s >= 2 && s <= 4);
  using std::sqrt;
  Lobatto<S, s> t;
  if constexpr (s == 2) {
    S const half = S(1) / S(2);
    t.c = {S(0), S(1)};
    t.b = {half, half};
  } else if constexpr (s == 3) {
    t.c = {S(0), S(1) / S(2), S(1)};
    t.b = {S(1) / S(6), S(2) / S(3), S(1) / S(6)};
    t.a.row[1] = {S(5) / S(24), S(1) / S(3), S(-1) / S(24)};
  } else {
    S const root = sqrt(S(5));
    S const one = S(1) / S(120);
    t.c = {S(0), (S(5) - root) / S(10), (S(5) + root) / S(10), S(1)};
    t.b = {S(1) / S(12), S(5) / S(12), S(5) / S(12), S(1) / S(12)};
    t.a.row[1] = {one * (S(11) + root), one * (S(25) - root), one * (S(25) - S(13) * root),
                  one * (root - S(1))};
    t.a.row[2] = {one * (S(11) - root), one * (S(25) + S(13) * root), one * (S(25) + root),
                  one * (S(-1) - root)};
  }
  t.a.row[0] = S(0) * t.b;
  t.a.row[s - 1] = t.b;
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j)
      t.ah(i, j) = j == s - 1 ? S(0) : t.b[j] * (S(1) - t.a(j, i) / t.b[i]);
  return t;
}

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
/// On a driven system -grad V, A, b and the force f(Q_j, V_j) are taken at t_0 + c_j h. The unknown
/// is then V_i, i = 1, ..., s, and h Lambda_j, j < s, from (b) and (c).
struct LobattoSpark {
  static constexpr bool takes_forces = true;
  enum class Stages { two, three, four };
  enum class Multipliers { stage, recomputed };
  Stages stages = Stages::three;
  Multipliers reported = Multipliers::stage;
  static std::vector<Option> options() {
    return {choice_option<LobattoSpark, Stages>(
                "stages", &LobattoSpark::stages, "number of stages $s$; the order is 2 s - 2",
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
            .applies_to = constant_mass_problems,
            .starts = {{"plain", 4, 2}},
            .reversible = true,
            .preserves_constraint = true};
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h) const {
    auto step = stages == Stages::two     ? step_of<2>(system, z0, h)
                : stages == Stages::three ? step_of<3>(system, z0, h)
                                          : step_of<4>(system, z0, h);
    if (reported == Multipliers::recomputed && step.outcome == Outcome::ok)
      step.multipliers = accelerations(later(system, h), step.z).multipliers;
    return step;
  }

  /// (a) and (c) as equations of the unknown, which is x_i = (Q_i - q_0)/h and h Lambda_(i-1),
  /// stage by stage.
  template <int s, ConstantMassSystem P, class S>
  struct StageEquations {
    static constexpr auto n = size_of<P>, m = P::constraints, block = n + m;
    using Unknown = Vec<S, block*(s - 1)>;
    P const& system;
    Lobatto<S, s> t;
    Point<P, S> z0;
    S h;

    struct Stages {
      Vec<S, n> Q[s], V[s], v1;  ///< v1: the sum of (d) without Lambda_s
      Vec<S, m> h_lambda[s];     ///< zero at the last stage
    };
    /// The system at the time of stage j.
    decltype(auto) stage(int j) const { return later(system, t.c[j] * h); }
    Stages stages_at(Unknown const& x) const {
      Stages at;
      at.Q[0] = z0.q;
      for (int i = 1; i < s; ++i) {
        for (int j = 0; j < n; ++j) at.Q[i][j] = z0.q[j] + h * x[(i - 1) * block + j];
        for (int k = 0; k < m; ++k) at.h_lambda[i - 1][k] = x[(i - 1) * block + n + k];
      }
      at.v1 = z0.v;
      for (auto& V : at.V) V = z0.v;
      for (int j = 0; j < s; ++j) {
        auto const& here = stage(j);
        auto const change = j + 1 < s
                                ? change_of(here, at.Q[j], at.h_lambda[j])
                                : mass_inverse(system, h * total_force(here, at.Q[j], at.Q[j]));
        for (int i = 0; i < s; ++i) at.V[i] = at.V[i] + t.ah(i, j) * change;  // (b)
        at.v1 = at.v1 + t.b[j] * change;                                      // (d)
      }
      return at;
    }
    /// h M^-1 (-grad V(Q) + A(Q)^T Lambda).
    template <class T>
    Vec<T, n> change_of(P const& here, Vec<T, n> const& Q, Vec<T, m> const& h_lambda) const {
      // A force does not depend on the velocity here.
      return mass_inverse(system,
                          h * total_force(here, Q, Q) + constraint_force(here, Q, h_lambda));
    }

    Unknown operator()(Unknown const& x) const { return residual(stages_at(x), x); }
    Unknown residual(Stages const& at, Unknown const& x) const {
      Vec<S, m> phi[s];
      for (int j = 0; j < s; ++j) phi[j] = constraint_residual(stage(j), at.Q[j], at.V[j]);
      Unknown r;
      for (int i = 1; i < s; ++i) {
        auto mean = t.a(i, 0) * at.V[0];
        auto constraint = t.a(i, 0) * phi[0];
        for (int j = 1; j < s; ++j) {
          mean = mean + t.a(i, j) * at.V[j];
          constraint = constraint + t.a(i, j) * phi[j];
        }
        auto const row = (i - 1) * block;
        for (int j = 0; j < n; ++j) r[row + j] = x[row + j] - mean[j];  // (a)
        for (int k = 0; k < m; ++k) r[row + n + k] = constraint[k];     // (c)
      }
      return r;
    }

    /// By the chain rule: a stage is differentiated with respect to its own Q_j and Lambda_j.
    Linearised<S, block*(s - 1)> linearised(Unknown const& x) const {
      auto const at = stages_at(x);
      Mat<S, m, n> A[s];
      for (int j = 0; j < s; ++j) A[j] = constraint_terms(stage(j), at.Q[j], at.V[j]).mu;
      Mat<S, block*(s - 1), block*(s - 1)> J;
      for (int j = 0; j < s; ++j) {
        // A change of stage j's h M^-1 (...) moves all V_l, and phi through them.
        auto const moves = [&](Vec<S, n> const& change, EntryIndex column) {
          for (int i = 1; i < s; ++i) {
            S mean(0);
            Vec<S, m> phi{};
            for (int l = 0; l < s; ++l) {
              S const weight = t.a(i, l) * t.ah(l, j);
              mean = mean + weight;
              phi = phi + weight * (A[l] * change);
            }
            auto const row = (i - 1) * block;
            for (int k = 0; k < n; ++k) J(row + k, column) = -mean * change[k];
            for (int k = 0; k < m; ++k) J(row + n + k, column) = phi[k];
          }
        };
        if (j + 1 < s)
          for (int k = 0; k < m; ++k)
            moves(mass_inverse(system, A[j].row[k]), j * block + n + k);  // d Lambda_j
        if (j == 0) continue;
        using D = Dual<S, n>;
        Vec<D, n> Q;
        for (int k = 0; k < n; ++k) Q[k] = {at.Q[j][k], h * unit<S, n>(k)};
        Vec<D, n> change;
        if (j + 1 < s) change = change_of(stage(j), Q, cast<D>(at.h_lambda[j]));
        auto const phi = constraint_residual(stage(j), Q, at.V[j]);
        for (int k = 0; k < n; ++k) {  // d x_j
          EntryIndex const column = (j - 1) * block + k;
          Vec<S, n> along;
          for (int l = 0; l < n; ++l) along[l] = change[l].slope[k];
          moves(along, column);
          J(column, column) = J(column, column) + S(1);
          for (int i = 1; i < s; ++i)
            for (int l = 0; l < m; ++l) {
              auto& entry = J((i - 1) * block + n + l, column);
              entry = entry + t.a(i, j) * phi[l].slope[k];
            }
        }
      }
      return {residual(at, x), factors_of(J)};
    }
  };

  /// (b) and (c) of a driven system as equations of V_1, ..., V_s, and then h Lambda_1, ...,
  /// h Lambda_(s-1).
  template <int s, ConstantMassSystem P, class S>
  struct DrivenStageEquations {
    static constexpr auto n = size_of<P>, m = P::constraints, unknowns = n * s + m * (s - 1);
    using Unknown = Vec<S, unknowns>;
    P const& start;
    Lobatto<S, s> t;
    Point<P, S> z0;
    S h;

    /// The system at the time of stage j.
    decltype(auto) stage(int j) const { return later(start, t.c[j] * h); }
    static Vec<S, n> velocity(Unknown const& x, int j) { return part_from<n>(x, j * n); }
    static Vec<S, m> h_lambda(Unknown const& x, int j) {
      return j + 1 < s ? part_from<m>(x, n * s + j * m) : Vec<S, m>{};
    }
    Vec<S, n> configuration(Unknown const& x, int j) const {  // (a)
      auto Q = z0.q;
      for (int l = 0; l < s; ++l) Q = Q + h * t.a(j, l) * velocity(x, l);
      return Q;
    }
    /// h M^-1 (-grad V + f + A^T Lambda) at stage j.
    template <class T>
    Vec<T, n> change_of(P const& at, Vec<T, n> const& Q, Vec<T, n> const& V,
                        Vec<T, m> const& impulse) const {
      return mass_inverse(at, h * total_force(at, Q, V) + constraint_force(at, Q, impulse));
    }
    /// v_1 of (d) without Lambda_s.
    Vec<S, n> end_velocity(Unknown const& x) const {
      auto v1 = z0.v;
      for (int j = 0; j < s; ++j)
        v1 = v1 + t.b[j] * change_of(stage(j), configuration(x, j), velocity(x, j), h_lambda(x, j));
      return v1;
    }

    Unknown operator()(Unknown const& x) const {
      Unknown r;
      for (int i = 0; i < n * s; ++i) r[i] = x[i] - z0.v[i % n];
      for (int i = length(n * s); i < unknowns; ++i) r[i] = S(0);
      for (int j = 0; j < s; ++j) {
        auto const& at = stage(j);
        auto const Q = configuration(x, j), V = velocity(x, j);
        auto const change = change_of(at, Q, V, h_lambda(x, j));
        auto const phi = constraint_residual(at, Q, V);
        for (int i = 0; i < s; ++i) {
          for (int k = 0; k < n; ++k) r[i * n + k] = r[i * n + k] - t.ah(i, j) * change[k];  // (b)
          if (i == 0) continue;
          for (int k = 0; k < m; ++k) {  // (c)
            auto& row = r[n * s + (i - 1) * m + k];
            row = row + t.a(i, j) * phi[k];
          }
        }
      }
      return r;
    }

    /// By the chain rule: a stage is differentiated with respect to its own Q_j, V_j and Lambda_j.
    Linearised<S, unknowns> linearised(Unknown const& x) const {
      using D = Dual<S, n>;
      Mat<S, unknowns, unknowns> J;
      for (int i = 0; i < n * s; ++i) J(i, i) = S(1);
      for (int j = 0; j < s; ++j) {
        auto const& at = stage(j);
        auto const Q = configuration(x, j), V = velocity(x, j);
        auto const impulse = h_lambda(x, j);
        Vec<D, n> moved;
        for (int k = 0; k < n; ++k) moved[k] = {Q[k], unit<S, n>(k)};
        auto const change_by_Q = change_of(at, moved, cast<D>(V), cast<D>(impulse));
        auto const phi_by_Q = constraint_residual(at, moved, V);
        for (int k = 0; k < n; ++k) moved[k] = {V[k], unit<S, n>(k)};
        auto const change_by_V = change_of(at, cast<D>(Q), moved, cast<D>(impulse));
        auto const A = constraint_terms(at, Q, V).mu;
        // Adds a change of stage j, and of phi there, to a column.
        auto const add = [&](EntryIndex column, Vec<S, n> const& change, Vec<S, m> const& phi) {
          for (int i = 0; i < s; ++i) {
            for (int k = 0; k < n; ++k)
              J(i * n + k, column) = J(i * n + k, column) - t.ah(i, j) * change[k];
            if (i == 0) continue;
            for (int k = 0; k < m; ++k) {
              auto& entry = J(n * s + (i - 1) * m + k, column);
              entry = entry + t.a(i, j) * phi[k];
            }
          }
        };
        for (int l = 0; l < s; ++l) {  // d V_l, which moves Q_j
          S const moves = h * t.a(j, l);
          for (int k = 0; k < n; ++k) {
            Vec<S, n> change;
            Vec<S, m> phi;
            for (int i = 0; i < n; ++i)
              change[i] =
                  moves * change_by_Q[i].slope[k] + (l == j ? change_by_V[i].slope[k] : S(0));
            for (int i = 0; i < m; ++i)
              phi[i] = moves * phi_by_Q[i].slope[k] + (l == j ? A(i, k) : S(0));
            add(l * n + k, change, phi);
          }
        }
        if (j + 1 < s)
          for (int k = 0; k < m; ++k)  // d Lambda_j
            add(n * s + j * m + k, mass_inverse(at, A.row[k]), Vec<S, m>{});
      }
      return {(*this)(x), factors_of(J)};
    }
  };

 private:
  template <int s, ConstantMassSystem P, class S>
  static Step<P, S> driven_step_of(P const& system, Point<P, S> const& z0, S h) {
    static constexpr auto n = size_of<P>, m = P::constraints;
    using Equations = DrivenStageEquations<s, P, S>;
    Equations const equations{system, lobatto<S, s>(), z0, h};
    auto const& t = equations.t;
    auto const [vdot, reaction] = start_of(system, z0);
    typename Equations::Unknown guess{};
    for (int j = 0; j < s; ++j)
      for (int k = 0; k < n; ++k) guess[j * n + k] = z0.v[k] + h * t.c[j] * vdot[k];
    for (int j = 0; j + 1 < s; ++j)
      for (int k = 0; k < m; ++k) guess[n * s + j * m + k] = h * reaction[k];
    auto const root = newton<P>(equations, guess, larger(S(1), largest(z0.v)));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    auto const q1 = equations.configuration(root.x, s - 1);
    auto const& end = later(system, h);
    S const weight = t.b[s - 1] * h;
    auto const lambda =
        linear_multipliers(end, q1, q1, equations.end_velocity(root.x), weight);  // (e)
    auto const kick = constraint_force(uncounted(end), q1, lambda);
    return {{q1, equations.end_velocity(root.x) + weight * mass_inverse(end, kick)},
            lambda,
            multiplier_outcome(lambda),
            root.iterations};
  }

  /// Accelerations and multipliers of the motion at z0; zero where they are not finite.
  template <ConstantMassSystem P, class S>
  static std::pair<Vec<S, dof_of<P>>, Vec<S, P::constraints>> start_of(P const& system,
                                                                       Point<P, S> const& z0) {
    auto const motion = accelerations(system, z0);
    Mask<S> const usable =
        Mask<S>(!motion.singular) & all_finite(motion.vdot) & all_finite(motion.multipliers);
    return {select(usable, motion.vdot, Vec<S, dof_of<P>>{}),
            select(usable, motion.multipliers, Vec<S, P::constraints>{})};
  }

  // Not inlined: a step is Newton's method, and all three compile in a fraction of the time.
  template <int s, ConstantMassSystem P, class S>
  [[gnu::noinline]] static Step<P, S> step_of(P const& system, Point<P, S> const& z0, S h) {
    if constexpr (!force_never_on_velocity<P>)
      if (force_depends_on_velocity(system)) return driven_step_of<s>(system, z0, h);
    if constexpr (force_always_on_velocity<P>) {
      return {{}, {}, Outcome::non_finite, 0};  // not reached
    } else {
      static constexpr auto n = size_of<P>, m = P::constraints;
      StageEquations<s, P, S> const equations{system, lobatto<S, s>(), z0, h};
      auto const& t = equations.t;
      auto const [vdot, reaction] = start_of(system, z0);
      Vec<S, (n + m) * (s - 1)> guess;
      for (int i = 1; i < s; ++i) {
        auto const row = (i - 1) * (n + m);
        for (int j = 0; j < n; ++j)
          guess[row + j] = t.c[i] * (z0.v[j] + h / S(2) * t.c[i] * vdot[j]);
        for (int k = 0; k < m; ++k) guess[row + n + k] = h * reaction[k];
      }
      auto const root = newton<P>(equations, guess, S(1));
      if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
      auto const at = equations.stages_at(root.x);
      auto const& q1 = at.Q[s - 1];
      S const weight = t.b[s - 1] * h;
      auto const& end = later(system, h);
      auto const lambda = linear_multipliers(end, q1, q1, at.v1, weight);  // (e)
      auto const kick = constraint_force(uncounted(end), q1, lambda);
      return {{q1, at.v1 + weight * mass_inverse(system, kick)},
              lambda,
              multiplier_outcome(lambda),
              root.iterations};
    }
  }
};

}  // namespace rattleback
