#pragma once
// Fills the table of step_table.hpp from the class of a method and the class of a problem: all that
// is compiled once per pair and number type.

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/method/chart.hpp"
#include "integrators/core/tables/problem_table_of.hpp"
#include "integrators/core/tables/step_table.hpp"

namespace rattleback {

/// The system of the reversed motion: the affine term of the constraints changes its sign.
template <class P>
P reversed_system(P const& system) {
  if constexpr (requires { system.reversed(); })
    return system.reversed();
  else
    return system;
}

/// The problem P of a system that was made as an Own, or as a text of P: the same object, or the
/// same problem as a P.
template <class P, class Own, class S>
P problem_of(System<S> const& system) {
  if constexpr (!std::is_same_v<P, Own>) {
    return P(problem_at<Own>(system.get()));
  } else if constexpr (requires { P::is_text; }) {
    return problem_at<P>(system.get());
  } else if (system->own_class) {
    return problem_at<P>(system.get());
  } else {
    P same;
    auto const parameters = same.parameters();
    for (std::size_t k = 0; k < parameters.size(); ++k)
      same.*(parameters[k].member) = system->parameter(system.get(), static_cast<int>(k));
    return same;
  }
}

/// The method's own work of a step, and the multipliers of the last one.
template <bool states_work, class V, class S>
struct WorkOfStep {};
template <class V, class S>
struct WorkOfStep<true, V, S> {
  S value = S(0);
  std::optional<Vec<S, V::constraints>> multipliers = {};
};

/// A step with everything inlined: the unit of a problem is so large that the compiler would leave
/// calls in it, which take longer than a cheap step.
template <class M, class V, class S, class Memory>
[[gnu::flatten]] auto inlined_step(M const& method, V const& system, Point<V, S> const& z,
                                   Memory& memory, S h) {
  return method.step(system, z, memory, h);
}

/// Method M on problem P, which it may see in a chart, at work.
template <class P, class M, class S>
struct MethodState {
  using Chart = View<M, P>;
  using V = Counted<Chart>;
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, S>{}, S{},
                                    std::declval<StartPoint<V, S>>()));
  static constexpr bool has_memory = !std::same_as<Memory, NoMemory>;
  static constexpr bool has_reversal = HasReversal<M, V, S, Memory>;
  static constexpr bool reverses_system = requires(P const& p) { p.reversed(); };
  static constexpr bool states_work = StatesWork<M, V, S>;
  /// Steps that are cheap to compile inlined: those without iterations, of formulas on R^n.
  static constexpr bool inlines_step = std::is_same_v<S, double> && RunsOnLanes<M, V> &&
                                       is_euclidean<typename V::Space> && !requires {
    P::is_text;
  };

  M method;
  V forwards, backwards;
  V const* system = &forwards;
  Point<V, S> z{};
  std::optional<Memory> memory = {}, saved = {};
  [[no_unique_address]] WorkOfStep<states_work, V, S> work = {};

  static MethodState& at(void* self) {
    auto& state = *static_cast<MethodState*>(self);
    work_on(state.forwards);
    return state;
  }
  /// The state, with its system at time t.
  static MethodState& at(void* self, [[maybe_unused]] S t) {
    auto& state = at(self);
    if constexpr (Driven<V>) clock_of(state.forwards) = t;
    return state;
  }
  static MethodState const& at(void const* self) { return at(const_cast<void*>(self)); }
  static StartPoint<V, S> start_point(Start<S> const& start) {
    StartPoint<V, S> typed{start.name, {}};
    if (!start.second.empty()) typed.second = vector_at<size_of<V>>(start.second.data());
    return typed;
  }
};

/// Own is the class that the system was made as: P, or for text problems the general class.
template <class P, class M, class S, class Own = P>
constexpr StepTable<S> step_table_of() {
  using State = MethodState<P, M, S>;
  using V = typename State::V;
  using Memory = typename State::Memory;
  StepTable<S> table;
  table.in_chart = !std::is_same_v<typename State::Chart, P>;
  table.has_memory = State::has_memory;
  table.follows_step_size = FollowsStepSize<Memory, S>;
  table.reflects_momenta = HasFlippedMomentum<Memory, V, S> || FlipsMomentumOfState<M, V, S>;

  table.make = [](OptionValues const& options, System<S> const& system, Counts* counts) {
    P const problem = problem_of<P, Own>(system);
    auto* state = new State{method_with<M>(options),
                            {ViewOf<M, P>::of(problem), counts},
                            {ViewOf<M, P>::of(reversed_system(problem)), counts}};
    if constexpr (!State::has_memory) state->memory.emplace();
    return StepHandle<S>{state, state->z.q.c, state->z.v.c, option_values(state->method)};
  };
  table.destroy = [](void* self) { delete &State::at(self); };
  if constexpr (HasStart<M, V, S> || HasRequirement<M, V, S>)
    table.begin = [](void* self, S t, S h, [[maybe_unused]] Start<S> const& start) {
      auto& s = State::at(self, t);
      if constexpr (HasStart<M, V, S>)
        s.z = initial_point(s.method, s.forwards, s.z, h, State::start_point(start));
      if constexpr (HasRequirement<M, V, S>) s.method.require(*s.system, s.z, h);
    };
  if constexpr (State::has_memory)
    table.initialise = [](void* self, S t, S h, Start<S> const& start) {
      auto& s = State::at(self, t);
      s.memory.emplace(memory_of(s.method, *s.system, s.z, h, State::start_point(start)));
    };
  table.step = [](void* self, S t, S h, S* multipliers) {
    auto& s = State::at(self, t);
    auto step = [&] {
      if constexpr (State::inlines_step)
        return inlined_step(s.method, *s.system, s.z, *s.memory, h);
      else
        return s.method.step(*s.system, s.z, *s.memory, h);
    }();
    if constexpr (State::states_work) {
      auto const& system = uncounted(*s.system);
      auto& last = s.work.multipliers;
      if (!last) last = accelerations(system, s.z).multipliers;
      if (step.outcome == Outcome::ok) {
        s.work.value = s.method.work(system, s.z, *last, step, h);
        last = step.multipliers;
      }
    }
    if (step.outcome == Outcome::ok) s.z = step.z;
    for (int k = 0; k < V::constraints; ++k) multipliers[k] = step.multipliers[k];
    return StepResult{step.outcome, step.iterations};
  };
  if constexpr (State::states_work)
    table.work = [](void const* self) { return State::at(self).work.value; };
  if constexpr (State::has_memory) {
    table.save = [](void* self) { State::at(self).saved = State::at(self).memory; };
    table.restore = [](void* self) { State::at(self).memory = State::at(self).saved; };
  }
  if constexpr (Rescales<Memory, S>)
    table.rescale = [](void* self, S ratio) { State::at(self).memory->rescale(ratio); };
  if constexpr (State::reverses_system)
    table.reverse_system = [](void* self) {
      auto& s = State::at(self);
      s.system = s.system == &s.forwards ? &s.backwards : &s.forwards;
    };
  if constexpr (State::has_reversal)
    table.reverse = [](void* self, S h) {
      auto& s = State::at(self);
      s.method.reverse(*s.system, s.z, *s.memory, h);
    };

  constexpr bool has_momentum = HasOwnMomentum<Memory, V, S>;
  constexpr bool has_flipped = HasFlippedMomentum<Memory, V, S>;
  constexpr bool flips_state = FlipsMomentumOfState<M, V, S>;
  constexpr bool has_tau = CountsInTau<Memory>;
  constexpr bool has_diagnostics = HasDiagnostics<Memory>;
  constexpr bool has_diagnostics_of_step = HasDiagnosticsOfStep<M, V, Memory>;
  if constexpr (has_momentum || has_flipped || flips_state || has_tau || has_diagnostics ||
                has_diagnostics_of_step)
    table.observe = [](void* self, S t, [[maybe_unused]] S h, Row<S>& row) {
      auto& s = State::at(self, t);
      [[maybe_unused]] auto const& system = uncounted(*s.system);
      [[maybe_unused]] auto const keep = [](auto const& v, std::vector<S>& numbers) {
        numbers.assign(v.c, v.c + length(dof_of<V>));
      };
      if constexpr (has_momentum)
        keep(s.memory->velocity_of_p(system, s.z.q), row.momentum_velocity);
      if constexpr (has_flipped)
        keep(s.memory->flipped_velocity(system, s.z.q), row.flipped_velocity);
      else if constexpr (flips_state)
        keep(s.method.flipped_velocity(system, s.z, h), row.flipped_velocity);
      if constexpr (has_tau) {
        row.has_tau = card_of<M>().counts_in_tau;
        row.tau = s.memory->tau;
        row.time = s.memory->time;
      }
      if constexpr (has_diagnostics_of_step || has_diagnostics) {
        if (!row.wants_diagnostics) return;
        auto const keep_all = [&](auto const& numbers) {
          row.diagnostics.assign(numbers.begin(), numbers.end());
        };
        if constexpr (has_diagnostics_of_step)
          keep_all(s.method.diagnostics(*s.system, *s.memory));
        else
          keep_all(s.memory->diagnostics());
      }
    };
  if constexpr (has_diagnostics || has_diagnostics_of_step)
    table.diagnostic_names = [](void const* self) {
      return State::at(self).memory->diagnostic_names();
    };
  if constexpr (MayCountInTau<M>)
    table.uses_tau = [](void const* self) { return State::at(self).method.counts_in_tau(); };
  if constexpr (HasWarnings<M, typename State::Chart, S>)
    table.warnings = [](void const* self, S h) {
      auto const& s = State::at(self);
      return s.method.warnings(uncounted(s.forwards), h);
    };
  if constexpr (HasReport<Memory>)
    table.report = [](void const* self, Trajectory<Erased<S>>& t) {
      for (auto const& [name, values] : State::at(self).memory->report())
        t.memory.emplace_back(name, std::vector<Erased<S>>(values.begin(), values.end()));
    };
  return table;
}

}  // namespace rattleback
