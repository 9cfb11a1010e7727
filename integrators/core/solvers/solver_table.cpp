#include "integrators/core/solvers/solver_table.hpp"

#include <algorithm>

#include "integrators/core/solvers/solver_in_pieces.hpp"
#include "integrators/core/solvers/step_watch.hpp"

namespace rattleback {

namespace {

template <class S>
struct SolverState {
  SolverEquations<S> forwards, backwards;
  SolverEquations<S>* equations;
  StartSolver<S> start_solver;
  SolverTraits traits;
  std::vector<S> y;  ///< q, then v
  std::unique_ptr<StartedSolver<S>> solver = {};
  long nodes = 0;     ///< nodes that the solver has been advanced to
  S began = S(0);     ///< time of the system at which the solver began
  bool back = false;  ///< the solver goes backward in time
  AfterStep<S> after_step = {};
  bool change_failed = false;

  /// Starts the solver at the time t.
  void begin(S const& t, S const& h) {
    auto clocked = *equations;
    if (!traits.has_fixed_steps) clocked.set_clock(t, h < S(0) ? S(-1) : S(1));
    S const interval = traits.has_fixed_steps || h > S(0) ? h : -h;
    nodes = 0;
    began = t;
    back = h < S(0);
    if constexpr (std::is_same_v<S, double>) {
      if (!traits.has_fixed_steps && (clocked.system()->kink_arguments || !traits.stops.empty()))
        solver = in_pieces(clocked, interval);
      else
        solver = start_solver(clocked, y, interval);
      StepWatch::attach(*solver);
    } else {
      solver = start_solver(clocked, y, interval);
    }
    if (!after_step) return;
    solver->change_after_steps([this, clocked](S const& s, S* state) {
      change_failed = after_step(clocked.time_of(s), state) != Outcome::ok;
      return !change_failed;
    });
  }
  std::unique_ptr<StartedSolver<double>> in_pieces(SolverEquations<double> const& run,
                                                   double interval) const {
    std::vector<double> stops;
    for (double const stop : traits.stops)
      if (double const s = run.direction() * (stop - run.time_of(0)); s > 0) stops.push_back(s);
    std::sort(stops.begin(), stops.end());
    auto const side = std::make_shared<SwitchSide>(run.system());
    auto on_side = run;
    on_side.stay_on(side);
    return solver_in_pieces(
        run, side,
        [start = start_solver, run = on_side](double begin, std::vector<double> const& y0,
                                              double interval) {
          auto piece = run;
          piece.set_clock(run.time_of(begin), run.direction());
          return start(piece, y0, interval);
        },
        y, interval, std::move(stops));
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
  if (!s.solver) s.begin(t, h);
  s.solver->place(t, h, s.y);
  S const interval = h < S(0) ? -h : h;
  if (!s.solver->advance(S(++s.nodes) * interval))
    return {s.change_failed    ? Outcome::projection_failed
            : s.solver->slides ? Outcome::sliding
                               : Outcome::solver_failed};
  std::copy_n(s.solver->y.begin(), s.y.size(), s.y.begin());
  bool const integrated = s.traits.form == Form::integrated_multiplier;
  auto const& holder = integrated ? s.solver->ydot : s.solver->y;
  int const m = s.equations->system()->constraints;
  if (s.traits.form == Form::ode)
    s.equations->multipliers(t + h, s.y.data(), multipliers);
  else
    std::copy_n(holder.begin() + static_cast<long>(s.y.size()), m, multipliers);
  for (int k = 0; integrated && h < S(0) && k < m; ++k) multipliers[k] = -multipliers[k];
  return {};
}

/// Adds what the solver itself counts: each iteration of its Newton method solves a linear system.
/// It also tells how far it got and why no farther.
template <class S>
void report(void const* self, Trajectory<Erased<S>>& t) {
  auto const& s = SolverState<S>::at(self);
  auto const& solver = *s.solver;
  t.counts.solver_steps = solver.solver_steps;
  t.counts.newton_iterations += solver.newton_iterations;
  t.counts.linear_solves += solver.newton_iterations;
  t.counts.equation_calls_for_jacobians = solver.jacobian_residuals;
  t.counts.jacobians = solver.jacobian_evaluations;
  if (!t.reason.empty()) return;
  t.reached = static_cast<double>(solver.reached);
  if (!s.traits.has_fixed_steps)
    t.reached = static_cast<double>(s.began) + (s.back ? -t.reached : t.reached);
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
  table.initialise = [](void* self, S t, S h, Start<S> const&) { State::at(self).begin(t, h); };
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
                            SolverTraits traits, OptionValues options) {
  auto reversed = system;
  if (system->reversed) reversed.self = system->reversed(system.get());
  auto* state = new SolverState<S>{
      {system, counts},        {reversed, counts}, nullptr,
      std::move(start_solver), std::move(traits),  std::vector<S>(system->size + system->dof),
  };
  state->equations = &state->forwards;
  return {state, state->y.data(), state->y.data() + system->size, std::move(options)};
}

template StepTable<double> common_solver_table(bool, bool);
template StepTable<Quad> common_solver_table(bool, bool);
template StepHandle<double> solver_handle(System<double> const&, Counts*, StartSolver<double>,
                                          SolverTraits, OptionValues);
template StepHandle<Quad> solver_handle(System<Quad> const&, Counts*, StartSolver<Quad>,
                                        SolverTraits, OptionValues);

}  // namespace rattleback
