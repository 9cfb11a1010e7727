#pragma once
// Equations of motion of any problem, (a) and (b) of terms.hpp, solved for accelerations and
// multipliers. The solution is generated at build time. If it cannot be generated, or if its
// assumptions fail at a point, the terms are solved as one system with pivoting.

#include <array>
#include <cmath>
#include <utility>

#include "integrators/core/mechanics/terms.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

// Elimination of the multipliers of several constraints. Solving (W A^T) lambda = s - A a squares
// small differences of the rows of A: two constraints that differ by 1e-8 would count as dependent,
// as those of the snakeboard do when its wheels pass a right angle. The rows of A are therefore
// eliminated first, with complete pivoting, together with the rows of W and s.

/// Position of the largest entry, on lanes that of each lane.
template <class S>
struct Pivot {
  using Slot = std::conditional_t<OnLanes<S>, S, int>;
  Slot row, column;
  S size;
};

/// Returns the largest entry of A on and below row k.
template <class S, auto m, auto n>
Pivot<S> largest_entry(Mat<S, m, n> const& mu, int k) {
  using std::abs;
  using Slot = typename Pivot<S>::Slot;
  Pivot<S> pivot{Slot(k), Slot(0), abs(mu(k, 0))};
  for (int i = k; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      S const size = abs(mu(i, j));
      auto const larger = size > pivot.size;
      pivot.row = select(larger, Slot(i), pivot.row);
      pivot.column = select(larger, Slot(j), pivot.column);
      pivot.size = select(larger, size, pivot.size);
    }
  return pivot;
}

/// Exchanges entry k with entry `picked`.
template <class Slot, class Entries>
void exchange(Entries& entries, int k, Slot const& picked, [[maybe_unused]] int count) {
  if constexpr (OnLanes<Slot>) {
    for (int i = k + 1; i < count; ++i) {
      auto const here = picked == Slot(i);
      auto const old = entries[k];
      entries[k] = select(here, entries[i], old);
      entries[i] = select(here, old, entries[i]);
    }
  } else if (picked != k) {
    std::swap(entries[k], entries[picked]);
  }
}

template <class S, auto n, class Slot>
S entry_at(Vec<S, n> const& row, Slot const& column) {
  if constexpr (OnLanes<S>) {
    S entry = row[0];
    for (int j = 1; j < n; ++j) entry = select(column == Slot(j), row[j], entry);
    return entry;
  } else {
    return row[column];
  }
}

/// Computes acceleration and multipliers from the acceleration `free` without constraints, A, W = A
/// M^-1 and (D_q phi) v. A constraint that depends on the others is ignored and its multiplier is
/// 0; on lanes the result is NaN.
/// @return true if a constraint depends on the others
template <class S, auto m, auto n>
bool constrain(Vec<S, n> const& free, Mat<S, m, n> mu, Mat<S, m, n> raised, Vec<S, m> along,
               S* vdot, S* multipliers) {
  using Slot = typename Pivot<S>::Slot;
  std::array<Slot, capacity(m)> picked;
  Mat<S, m, m> factors;
  std::array<Mask<S>, capacity(m)> independent;
  Mask<S> all_independent(true);
  S largest(0);
  for (int k = 0; k < m; ++k) {
    auto const pivot = largest_entry(mu, k);
    if (k == 0) largest = pivot.size;
    independent[k] = pivot.size > S(1e-14) * largest;
    all_independent = all_independent & independent[k];
    picked[k] = pivot.row;
    exchange(mu.row, k, pivot.row, length(m));
    exchange(raised.row, k, pivot.row, length(m));
    exchange(along.c, k, pivot.row, length(m));
    S const inverse = S(1) / entry_at(mu.row[k], pivot.column);
    for (int i = k + 1; i < m; ++i) {
      S const factor = select(independent[k], entry_at(mu.row[i], pivot.column) * inverse, S(0));
      factors(i, k) = factor;
      mu.row[i] = mu.row[i] - factor * mu.row[k];
      raised.row[i] = raised.row[i] - factor * raised.row[k];
      along[i] = along[i] - factor * along[k];
    }
  }
  Mat<S, m, m> gram;
  Vec<S, m> rest;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j)
      gram(i, j) =
          select(independent[i] & independent[j], dot(mu.row[i], raised.row[j]), S(i == j ? 1 : 0));
    rest[i] = select(independent[i], -along[i] - dot(mu.row[i], free), S(0));
  }
  Vec<S, m> lambda = solve_without_pivoting(gram, rest);
  Vec<S, n> acceleration = free;
  for (int k = 0; k < m; ++k) acceleration = acceleration + lambda[k] * raised.row[k];
  // Multipliers of the original rows from those of the eliminated rows.
  for (int k = length(m) - 1; k >= 0; --k) {
    for (int i = k + 1; i < m; ++i) lambda[k] = lambda[k] - factors(i, k) * lambda[i];
    exchange(lambda.c, k, picked[k], length(m));
  }
  if constexpr (OnLanes<S>) {
    acceleration = select(all_independent, acceleration, not_numbers<S, n>());
    lambda = select(all_independent, lambda, not_numbers<S, m>());
  }
  for (int i = 0; i < n; ++i) vdot[i] = acceleration[i];
  for (int k = 0; k < m; ++k) multipliers[k] = lambda[k];
  return !OnLanes<S> && !all(all_independent);
}

/// True if the terms of P were generated at build time.
template <class P>
concept HasGeneratedTerms = requires {
  &GeneratedEquations<P>::template terms<double>;
};
/// True if the elimination of the accelerations was generated as well: no pivot of M vanishes
/// identically.
template <class P>
concept HasGeneratedMotion = requires {
  GeneratedEquations<P>::motion_conditions;
};

/// Returns as text how the equations of P are evaluated.
template <class P>
std::string how_equations_are_evaluated() {
  if constexpr (HasGeneratedMotion<P>)
    return "generated at build time, accelerations and multipliers included";
  else if constexpr (HasGeneratedTerms<P>)
    return "generated at build time, accelerations and multipliers from one pivoted system";
  else if constexpr (requires { GeneratedEquations<P>::not_recorded_because; })
    return std::string("automatic differentiation, because of ") +
           GeneratedEquations<P>::not_recorded_because;
  else
    return "automatic differentiation";
}

/// Work of the terms: first derivatives of L and phi, and, unless the mass matrix is constant, its
/// columns and (D_q p) v.
template <NonholonomicSystem P>
Work work_of_terms() {
  return {.lagrangian = HasConstantMass<P> ? 1 : length(dof_of<P>) + 2, .constraint = 1};
}

/// Returns the terms at a point. Counts no work: the part of the terms that is needed depends on
/// the form of the equations.
template <NonholonomicSystem P, class S>
EquationTerms<P, S> equation_terms(P const& counted, Point<P, S> const& z) {
  auto const& system = uncounted(counted);
  using Plain = std::remove_cvref_t<decltype(system)>;
  EquationTerms<P, S> terms;
  if constexpr (HasGeneratedTerms<Plain>) {
    GeneratedEquations<Plain>::terms(system, z.q.c, z.v.c, terms.p.c, terms.mass.row[0].c,
                                     terms.right_hand_side.c, terms.mu.row[0].c, terms.phi.c,
                                     terms.phi_along_motion.c);
    unpack_rows(terms.mass);
    unpack_rows(terms.mu);
    return terms;
  } else {
    return differentiated_terms(counted, z);
  }
}

/// Accelerations and multipliers of the exact motion at a point.
template <class P, class S>
struct Accelerations {
  Vec<S, dof_of<P>> vdot;
  Vec<S, P::constraints> multipliers;
  bool singular =
      false;  ///< true if the constraints are dependent or the Lagrangian is not regular
};

/// Solves (a), (b) as one pivoted system.
template <NonholonomicSystem P, class S>
Accelerations<P, S> accelerations_of(EquationTerms<P, S> const& terms) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  Mat<S, n + m, n + m> saddle;
  Vec<S, n + m> b;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) saddle(i, j) = terms.mass(i, j);
    for (int k = 0; k < m; ++k) {
      saddle(i, n + k) = -terms.mu(k, i);
      saddle(n + k, i) = terms.mu(k, i);
    }
    b[i] = terms.right_hand_side[i];
  }
  for (int k = 0; k < m; ++k) b[n + k] = -terms.phi_along_motion[k];
  auto solved = solve(saddle, b);
  return {head<n>(solved.x), tail<m>(solved.x), solved.singular};
}

/// Replaces accelerations and multipliers by those of the pivoted system, on lanes in `irregular`
/// only.
/// @return true if the system is singular
template <NonholonomicSystem P, class S>
[[gnu::noinline, gnu::cold]] bool solve_pivoted(P const& system, S const* q, S const* v,
                                                Mask<S> irregular, S* vdot, S* multipliers) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  Point<P, S> z;
  for (int i = 0; i < size_of<P>; ++i) z.q[i] = q[i];
  for (int i = 0; i < n; ++i) z.v[i] = v[i];
  auto solved = accelerations_of(equation_terms(system, z));
  for (int i = 0; i < n; ++i) vdot[i] = select(irregular, solved.vdot[i], vdot[i]);
  for (int k = 0; k < m; ++k)
    multipliers[k] = select(irregular, solved.multipliers[k], multipliers[k]);
  return solved.singular;
}

/// Computes the right-hand side of the exact motion on flat arrays: q' = q v, v', and the
/// multipliers.
/// @return true if the system is singular; on lanes false, and a singular lane is NaN
template <NonholonomicSystem P, class S>
bool right_hand_side(P const& counted, S const* q, S const* v, S* qdot, S* vdot, S* multipliers) {
  static constexpr auto size = size_of<P>, n = dof_of<P>, m = P::constraints;
  count(counted, work_of_terms<P>());
  count(counted, {.solves = 1});
  auto const& system = uncounted(counted);
  using Plain = std::remove_cvref_t<decltype(system)>;
  if constexpr (HasGeneratedMotion<Plain>) {
    using Generated = GeneratedEquations<Plain>;
    Vec<S, Generated::motion_conditions> conditions;
    constexpr bool is_closed = requires { requires Generated::motion_is_closed; };
    bool dependent = false;
    if constexpr (is_closed || may_be_single<m>)
      if (is_closed || m == 1)
        Generated::motion(system, q, v, qdot, vdot, multipliers, conditions.c);
    if constexpr (!is_closed && may_be_several<m>)
      if (m != 1) {
        if constexpr (is_sized_at_run_time<m>) conditions[n] = S(1);  // of a single constraint
        Vec<S, n> free;
        Mat<S, m, n> mu, raised;
        Vec<S, m> along;
        Generated::motion(system, q, v, qdot, free.c, mu.row[0].c, raised.row[0].c, along.c,
                          conditions.c);
        unpack_rows(mu);
        unpack_rows(raised);
        dependent = constrain(free, mu, raised, along, vdot, multipliers);
      }
    Mask<S> regular(true);
    for (int i = 0; i < Generated::motion_conditions; ++i)
      regular = regular & Mask<S>(conditions[i] > S(0));
    if (all(regular)) [[likely]]
      return dependent;
    return solve_pivoted(system, q, v, !regular, vdot, multipliers);
  } else {
    Point<P, S> z;
    for (int i = 0; i < size; ++i) z.q[i] = q[i];
    for (int i = 0; i < n; ++i) z.v[i] = v[i];
    auto velocity = P::Space::tangent(z.q, z.v);
    auto solved = accelerations_of(equation_terms(counted, z));
    for (int i = 0; i < size; ++i) qdot[i] = velocity[i];
    for (int i = 0; i < n; ++i) vdot[i] = solved.vdot[i];
    for (int k = 0; k < m; ++k) multipliers[k] = solved.multipliers[k];
    return solved.singular;
  }
}

/// Returns acceleration and multipliers of the exact motion at a point.
template <NonholonomicSystem P, class S>
Accelerations<P, S> accelerations(P const& system, Point<P, S> const& z) {
  Accelerations<P, S> result;
  Vec<S, size_of<P>> qdot;
  result.singular =
      right_hand_side(system, z.q.c, z.v.c, qdot.c, result.vdot.c, result.multipliers.c);
  return result;
}

/// Accelerations of the exact motion in independent velocities u (Maggi's form), without
/// multipliers: with v = v(q, u) from the constraints and E = dv/du,
///   E^T (M v' - right-hand side of (a)) = 0,   v' = E u' + (part of (b) without u').
/// Pivoting chooses the dependent velocities at every point; v' does not depend on the choice. The
/// two forms share no linear solve, so that this one and accelerations() certify each other.
template <NonholonomicSystem P, class S>
struct IndependentVelocities {
  static constexpr auto n = dof_of<P>, m = P::constraints, k = n - m;

  /// Returns v' at a point z that satisfies the constraints; sets `singular` as accelerations()
  /// does.
  static Solution<S, n> acceleration(P const& system, Point<P, S> const& z) {
    auto const terms = equation_terms(system, z);
    auto const slots = dependent_first(terms.mu);
    // Dependent rows: mu_d v_d' = -(D_q phi) v - mu_i u'; column -1 is the part without u'.
    Mat<S, m, m> dependent;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) dependent(i, j) = terms.mu(i, slots[j]);
    auto const column = [&](Vec<S, m> const& right, int one) {
      auto const solved = solve(dependent, right);
      Vec<S, n> full;
      for (int i = 0; i < n; ++i) full[i] = S(i == one ? 1 : 0);
      for (int j = 0; j < m; ++j) full[slots[j]] = solved.x[j];
      return std::pair{full, solved.singular};
    };
    auto const [drift, singular] = column(-terms.phi_along_motion, -1);
    Mat<S, k, n> basis;  // rows: columns of E
    for (int a = 0; a < k; ++a) {
      Vec<S, m> right;
      for (int i = 0; i < m; ++i) right[i] = -terms.mu(i, slots[length(m) + a]);
      basis.row[a] = column(right, slots[length(m) + a]).first;
    }
    Mat<S, k, k> reduced_mass;
    Vec<S, k> reduced_force;
    Vec<S, n> const rest = terms.right_hand_side - terms.mass * drift;
    for (int a = 0; a < k; ++a) {
      reduced_force[a] = dot(basis.row[a], rest);
      for (int c = 0; c < k; ++c) reduced_mass(a, c) = dot(basis.row[a], terms.mass * basis.row[c]);
    }
    auto const udot = solve(reduced_mass, reduced_force);
    Solution<S, n> vdot{drift, singular || udot.singular};
    for (int a = 0; a < k; ++a) vdot.x = vdot.x + udot.x[a] * basis.row[a];
    return vdot;
  }

 private:
  /// Returns the indices of all velocities, first of those that elimination with complete pivoting
  /// chooses as dependent.
  static std::array<int, capacity(n)> dependent_first(Mat<S, m, n> mu) {
    using std::abs;
    std::array<int, capacity(n)> slots;
    for (int i = 0; i < n; ++i) slots[i] = i;
    for (int step = 0; step < m; ++step) {
      int row = step, at = step;
      for (int i = step; i < m; ++i)
        for (int j = step; j < n; ++j)
          if (abs(mu(i, slots[j])) > abs(mu(row, slots[at]))) row = i, at = j;
      std::swap(mu.row[step], mu.row[row]);
      std::swap(slots[step], slots[at]);
      if (mu(step, slots[step]) == S(0)) continue;  // singular: the solve above says so
      for (int i = step + 1; i < m; ++i) {
        S const factor = mu(i, slots[step]) / mu(step, slots[step]);
        for (int j = 0; j < n; ++j) mu(i, j) = mu(i, j) - factor * mu(step, j);
      }
    }
    return slots;
  }
};

}  // namespace rattleback
