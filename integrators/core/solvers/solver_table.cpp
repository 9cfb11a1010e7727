#include "integrators/core/solvers/solver_table.hpp"

#include <algorithm>

#include "integrators/core/solvers/step_watch.hpp"

namespace rattleback {

namespace {

template <class S>
struct SolverState {
  SolverEquations<S> forwards, backwards;
  SolverEquations<S>* equations;
  StartSolver<S> start_solver;
  Form form;
  std::vector<S> y;  ///< q, then v
  std::unique_ptr<StartedSolver<S>> solver = {};
  AfterStep<S> after_step = {};
  bool change_failed = false;

  void begin(S h) {
    solver = start_solver(*equations, y, h);
    if constexpr (std::is_same_v<S, double>) StepWatch::attach(*solver);
    if (!after_step) return;
    solver->change_after_steps([this](S const& t, S* state) {
      change_failed = after_step(t, state) != Outcome::ok;
      return !change_failed;
    });
  }

  static SolverState& at(void* self) { return *static_cast<SolverState*>(self); }
  static SolverState const& at(void const* self) { return *static_cast<SolverState const*>(self); }
};

/// A step of a one-step method with fixed steps, or an output interval of another solver.
/// Multipliers come from the solver where its equations have them, else from the derived equations
/// at the end point.
template <class S>
StepResult advance(void* self, S t, S h, S* multipliers) {
  auto& s = SolverState<S>::at(self);
  if (!s.solver) s.begin(h);
  s.solver->place(t, h, s.y);
  if (!s.solver->advance())
    return {s.change_failed ? Outcome::projection_failed : Outcome::solver_failed};
  std::copy_n(s.solver->y.begin(), s.y.size(), s.y.begin());
  auto const& holder = s.form == Form::integrated_multiplier ? s.solver->ydot : s.solver->y;
  if (s.form == Form::ode)
    s.equations->multipliers(t + h, s.y.data(), multipliers);
  else
    std::copy_n(holder.begin() + static_cast<long>(s.y.size()), s.equations->system()->constraints,
                multipliers);
  return {};
}

/// Adds what the solver itself counts: each iteration of its Newton method solves a linear system.
/// It also tells how far it got and why no farther.
template <class S>
void report(void const* self, Trajectory<Erased<S>>& t) {
  auto const& solver = *SolverState<S>::at(self).solver;
  t.counts.solver_steps = solver.solver_steps;
  t.counts.newton_iterations += solver.newton_iterations;
  t.counts.linear_solves += solver.newton_iterations;
  t.counts.equation_calls_for_jacobians = solver.jacobian_residuals;
  t.counts.jacobians = solver.jacobian_evaluations;
  if (!t.reason.empty()) return;
  t.reached = solver.reached;
  t.reason = solver.reason;
}

}  // namespace

template <class S>
StepTable<S> common_solver_table(bool has_fixed_steps, bool changes_after_steps) {
  using State = SolverState<S>;
  StepTable<S> table;
  table.has_memory = !has_fixed_steps;
  table.follows_step_size = has_fixed_steps;
  table.destroy = [](void* self) { delete &State::at(self); };
  table.initialise = [](void* self, S, S h, Start<S> const&) { State::at(self).begin(h); };
  table.step = &advance<S>;
  table.reverse_system = [](void* self) {
    auto& s = State::at(self);
    s.equations = s.equations == &s.forwards ? &s.backwards : &s.forwards;
    s.solver.reset();
  };
  if (changes_after_steps)
    table.set_after_step = [](void* self, AfterStep<S> after_step) {
      State::at(self).after_step = std::move(after_step);
    };
  table.set_feedback = [](void* self, Feedback<S> const& feedback) {
    auto& s = State::at(self);
    s.forwards.set_feedback(feedback);
    s.backwards.set_feedback(feedback);
    s.solver.reset();
  };
  table.report = &report<S>;
  return table;
}

template <class S>
StepHandle<S> solver_handle(System<S> const& system, Counts* counts, StartSolver<S> start_solver,
                            Form form, OptionValues options) {
  auto reversed = system;
  if (system->reversed) reversed.self = system->reversed(system.get());
  auto* state = new SolverState<S>{
      {system, counts},
      {reversed, counts},
      nullptr,
      std::move(start_solver),
      form,
      std::vector<S>(system->size + system->dof),
  };
  state->equations = &state->forwards;
  return {state, state->y.data(), state->y.data() + system->size, std::move(options)};
}

template StepTable<double> common_solver_table(bool, bool);
template StepTable<Quad> common_solver_table(bool, bool);
template StepHandle<double> solver_handle(System<double> const&, Counts*, StartSolver<double>, Form,
                                          OptionValues);
template StepHandle<Quad> solver_handle(System<Quad> const&, Counts*, StartSolver<Quad>, Form,
                                        OptionValues);

}  // namespace rattleback
