#pragma once
// The work of a run, counted alike for every method and solver, whatever form its equations have:
// by what is asked of the Lagrangian L and of the constraint function phi, not by who asks.

#include <array>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Work that was counted while a method ran. The start of the method is not part of it.
struct Counts {
  /// First derivatives of L at a point: -grad V, dL/dq, dL/dv, or several at once, count one. Each
  /// column of a second derivative (mass matrix, Newton's Jacobian) counts one more, unless it is
  /// constant and stated.
  long lagrangian_derivatives = 0;
  /// Evaluations of phi(q, v) = A(q) v - eta(q), of A(q), or of first derivatives of phi at a
  /// point. Each column of a second derivative counts one more.
  long constraint_derivatives = 0;
  /// Systems of linear equations that are solved: multipliers, accelerations, iterations of
  /// Newton's method. All right-hand sides of one matrix count one; a constant mass matrix none.
  long linear_solves = 0;
  long newton_iterations = 0;  ///< those of a library solver included
  long solver_steps = 0;       ///< internal steps of an adaptive solver, else the steps taken
  /// Calls of the right-hand side or residual by a library solver, whose work is counted above;
  /// those of them that were spent on difference Jacobians; and how many Jacobians that were.
  long equation_calls = 0, equation_calls_for_jacobians = 0, jacobians = 0;
};

/// A count with the name that files and pages have for it.
struct CountField {
  char const* name;
  long Counts::*value;
  double weight;  ///< in the sum that is called the work of a run
};

/// All counts. On problems of this size a derivative and a linear system cost about the same, and
/// what iterations and solver steps cost is counted in what they evaluate.
inline constexpr std::array count_fields{
    CountField{"lagrangian_derivatives", &Counts::lagrangian_derivatives, 1},
    CountField{"constraint_derivatives", &Counts::constraint_derivatives, 1},
    CountField{"linear_solves", &Counts::linear_solves, 1},
    CountField{"newton_iterations", &Counts::newton_iterations, 0},
    CountField{"solver_steps", &Counts::solver_steps, 0},
    CountField{"equation_calls", &Counts::equation_calls, 0},
    CountField{"equation_calls_for_jacobians", &Counts::equation_calls_for_jacobians, 0},
    CountField{"jacobians", &Counts::jacobians, 0}};

/// The weighted sum of the counts.
inline double total_work(Counts const& counts) {
  double sum = 0;
  for (auto const& field : count_fields)
    sum += field.weight * static_cast<double>(counts.*field.value);
  return sum;
}

/// Evaluations that a number type stands for: its value, and each column of its derivative.
template <class T>
inline constexpr long evaluations_of = 1;
template <class T, int N>
inline constexpr long evaluations_of<Dual<T, N>> = (1 + N) * evaluations_of<T>;

/// First derivatives that a function's value in the number type T stands for, with columns of
/// second ones.
template <class T>
inline constexpr long derivatives_of = 0;
template <class T, int N>
inline constexpr long derivatives_of<Dual<T, N>> = evaluations_of<T>;
template <class T, int N>
inline constexpr long derivatives_of<Jet2<T, N>> = (1 + N) * evaluations_of<T>;

/// A problem that counts what integrators ask of its Lagrangian and its constraints.
template <class P>
struct Counted : P {
  Counts* counts = nullptr;

  template <class T>
  T lagrangian(Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v) const {
    counts->lagrangian_derivatives += derivatives_of<T>;
    return P::lagrangian(q, v);
  }
  template <class T>
  Vec<T, P::constraints> constraint(Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v) const {
    counts->constraint_derivatives += derivatives_of<T> > 0 ? derivatives_of<T> : 1;
    return P::constraint(q, v);
  }
};

template <class P>
struct GeneratedEquations<Counted<P>> : GeneratedEquations<P> {};

/// Adds work that is known better than by counting calls; `work` is {Lagrangian derivatives,
/// constraint derivatives, linear solves}. Nothing where the system does not count.
struct Work {
  long lagrangian = 0, constraint = 0, solves = 0;
};
template <class P>
void count(P const& system, Work work) {
  if constexpr (requires { system.counts; }) {
    system.counts->lagrangian_derivatives += work.lagrangian;
    system.counts->constraint_derivatives += work.constraint;
    system.counts->linear_solves += work.solves;
  }
}
/// The system itself, for what is counted otherwise, or observed and no part of the method.
template <class P>
P const& uncounted(P const& system) {
  return system;
}
template <class P>
P const& uncounted(Counted<P> const& system) {
  return system;
}

}  // namespace rattleback
