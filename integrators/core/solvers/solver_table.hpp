#pragma once
// The one stepper of all library solvers: they know a problem by the pointers of its table, so that
// a solver is compiled once for all problems.

#include "integrators/core/method/method_card.hpp"
#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// A method of a library: solver(equations, y0, h) starts it at y0 = (q, v) with the output
/// interval h.
template <class M, class S>
concept LibrarySolver = requires(M const& method, SolverEquations<S> const& equations,
                                 std::vector<S> const& y0, S h) {
  { method.solver(equations, y0, h) } -> std::same_as<std::unique_ptr<StartedSolver<S>>>;
};

template <class S>
using StartSolver = std::function<std::unique_ptr<StartedSolver<S>>(SolverEquations<S> const&,
                                                                    std::vector<S> const& y0, S h)>;

/// A method with fixed steps. Its state is the point, unless it has an internal state.
template <class M>
concept HasFixedSteps = M::has_fixed_steps;
/// A method with fixed steps that transfers more than the point from node to node.
template <class M>
concept HasInternalState = M::has_internal_state;
/// A method that solves the equations in one form, with multipliers: a feedback acts on none.
template <class M>
concept HasFormWithMultipliers = std::bool_constant<(M::form != Form::ode)>::value;
/// An adaptive solver whose state may change after each of its steps: a one-step method, or a
/// library with a function for that.
template <class M>
concept ChangesAfterSteps = M::changes_after_steps;

/// A solver by the power series of the motion, which take no feedback.
template <class M>
concept NeedsSeries = M::needs_series;

/// Fills in the functions that are the same for all solvers.
template <class S>
StepTable<S> common_solver_table(bool has_fixed_steps, bool changes_after_steps);

/// Properties of a solver that stay fixed during a run.
struct SolverTraits {
  Form form = Form::ode;           ///< form of its equations: where its multipliers are
  bool has_fixed_steps = false;    ///< a method with fixed steps
  std::vector<double> stops = {};  ///< times of the system at which a step ends
};

/// The state of a solver.
template <class S>
StepHandle<S> solver_handle(System<S> const& system, Counts* counts, StartSolver<S> start_solver,
                            SolverTraits traits, OptionValues options);

/// M on every problem, where it is a solver in this number type; else null.
template <class M, class S>
StepTable<S> const* solver_table() {
  if constexpr (LibrarySolver<M, S>) {
    static StepTable<S> const table = [] {
      auto filled = common_solver_table<S>(HasFixedSteps<M>, ChangesAfterSteps<M>);
      if constexpr (HasInternalState<M>) {
        filled.has_memory = true;
        filled.follows_step_size = false;
      }
      if constexpr (HasFormWithMultipliers<M>) filled.set_feedback = nullptr;
      if constexpr (NeedsSeries<M>) {
        filled.needs_series = true;
        if constexpr (!double_only) filled.lanes = &M::lanes();
        filled.set_feedback = nullptr;
      }
      filled.make = [](OptionValues const& options, System<S> const& system, Counts* counts) {
        M const method = method_with<M>(options);
        SolverTraits traits{.has_fixed_steps = HasFixedSteps<M>};
        if constexpr (requires { method.form; }) traits.form = method.form;
        if constexpr (requires { method.stops; }) traits.stops = method.stop_times(system);
        return solver_handle<S>(
            system, counts,
            [method](SolverEquations<S> const& equations, std::vector<S> const& y0, S h) {
              return method.solver(equations, y0, h);
            },
            traits, option_values(method));
      };
      return filled;
    }();
    return &table;
  } else {
    return nullptr;
  }
}

}  // namespace rattleback
