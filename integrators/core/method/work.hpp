#pragma once
// Work of a run, counted alike for every method and solver: evaluations of the Lagrangian L and of
// the constraint function phi, whichever form of the equations needs them.

#include <algorithm>
#include <array>

#include "problems/core/numbers/dual.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Counted work of a run, without the starting procedure.
struct Counts {
  /// First derivatives of L at a point (-grad V, dL/dq, dL/dv, or several at once), together with
  /// the force of a driven system there, count 1; a force alone counts 1, too. Each
  /// column of a second derivative (mass matrix, Newton's Jacobian) counts 1 more, unless it is
  /// constant and stated.
  long lagrangian_derivatives = 0;
  /// Evaluations of phi(q, v) = A(q) v - eta(q), of A(q), or of first derivatives of phi at a point
  /// count 1. Each column of a second derivative counts 1 more.
  long constraint_derivatives = 0;
  /// Linear systems that are solved: for multipliers, accelerations and Newton iterations. All
  /// right-hand sides of one matrix count 1; a constant mass matrix counts 0.
  long linear_solves = 0;
  long newton_iterations = 0;  ///< including those of a library solver
  long solver_steps = 0;       ///< internal steps of an adaptive solver, or steps of the method
  /// Calls of the right-hand side or residual by a library solver (their work is counted above);
  /// the calls among them that served difference Jacobians; and the number of these Jacobians.
  long equation_calls = 0;
  long equation_calls_for_jacobians = 0;  ///< calls for difference Jacobians
  long jacobians = 0;                     ///< difference Jacobians
};

/// Count with its name in files and pages, and its weight in the total work.
struct CountField {
  char const* name;     ///< name in files and pages
  long Counts::*value;  ///< the count
  double weight;        ///< weight in total_work()
};

/// All counts. For systems of this size a derivative and a linear solve cost about the same; the
/// cost of iterations and solver steps is that of their evaluations.
inline constexpr std::array count_fields{
    CountField{"lagrangian_derivatives", &Counts::lagrangian_derivatives, 1},
    CountField{"constraint_derivatives", &Counts::constraint_derivatives, 1},
    CountField{"linear_solves", &Counts::linear_solves, 1},
    CountField{"newton_iterations", &Counts::newton_iterations, 0},
    CountField{"solver_steps", &Counts::solver_steps, 0},
    CountField{"equation_calls", &Counts::equation_calls, 0},
    CountField{"equation_calls_for_jacobians", &Counts::equation_calls_for_jacobians, 0},
    CountField{"jacobians", &Counts::jacobians, 0}};

/// Returns the work of a run: the weighted sum of the counts.
inline double total_work(Counts const& counts) {
  double sum = 0;
  for (auto const& field : count_fields)
    sum += field.weight * static_cast<double>(counts.*field.value);
  return sum;
}

/// Number of evaluations in one evaluation over the number type T: the value, and each column of
/// the derivative.
template <class T>
constexpr long evaluations_of() {
  if constexpr (requires { T::slope; })
    return (1 + T::directions()) * evaluations_of<decltype(T::value)>();
  else
    return 1;
}
/// Number of first derivatives in one evaluation over the number type T, plus columns of second
/// derivatives.
template <class T>
constexpr long derivatives_of() {
  if constexpr (requires { T::slope; })
    return evaluations_of<decltype(T::value)>();
  else if constexpr (requires { T::hessian; })
    return (1 + T::directions()) * evaluations_of<decltype(T::value)>();
  else
    return 0;
}

/// Problem that counts the evaluations of its Lagrangian and constraints.
template <class P>
struct Counted : P {
  Counts* counts = nullptr;  ///< counts that are increased

  /// Lagrangian, at time t if it depends on time; counts its derivatives.
  template <class T, class... Time>
  T lagrangian(Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v,
               Time const&... t) const requires requires(P const& plain) {
    plain.lagrangian(q, v, t...);
  }
  {
    counts->lagrangian_derivatives += derivatives_of<T>();
    return P::lagrangian(q, v, t...);
  }
  /// Constraint function, at time t if it depends on time; counts its evaluation.
  template <class T, class... Time>
  Vec<T, P::constraints> constraint(Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v,
                                    Time const&... t) const requires requires(P const& plain) {
    plain.constraint(q, v, t...);
  }
  {
    counts->constraint_derivatives += std::max(derivatives_of<T>(), 1L);
    return P::constraint(q, v, t...);
  }
};

template <class P>
struct GeneratedEquations<Counted<P>> : GeneratedEquations<P> {};

/// Work of a generated function: {Lagrangian derivatives, constraint derivatives, linear solves}.
/// count() adds it to the counts of a counting system, and does nothing for another system.
struct Work {
  long lagrangian = 0;  ///< Lagrangian derivatives
  long constraint = 0;  ///< constraint derivatives
  long solves = 0;      ///< linear solves
};
/// Adds the work to the counts of a counting system.
template <class P>
void count(P const& system, Work work) {
  if constexpr (requires { system.counts; }) {
    system.counts->lagrangian_derivatives += work.lagrangian;
    system.counts->constraint_derivatives += work.constraint;
    system.counts->linear_solves += work.solves;
  }
}
/// Returns the system without counting, for evaluations that count() accounts for or that only
/// observe the method.
template <class P>
P const& uncounted(P const& system) {
  return system;
}
/// Returns the problem under a counting one.
template <class P>
P const& uncounted(Counted<P> const& system) {
  return system;
}

}  // namespace rattleback
