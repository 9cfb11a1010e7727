#pragma once
// Tolerances and largest step of adaptive solvers, as options.

#include <fmt/format.h>

#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// Base of adaptive solvers: their options, and what these mean for a system.
struct StepOptions {
  /// Default of `max_step` on a system that is driven or has kinks.
  static constexpr double standard_max_step = 0.25;

  double rtol = 1e-8, atol = 1e-8;
  double max_step = 0;        ///< in time scales of the problem; 0: the default
  double first_step = 0;      ///< in time scales of the problem; 0: the solver's choice
  std::vector<double> stops;  ///< times at which a step ends and the solver restarts

  /// Returns the options of M, which is derived from this class.
  template <class M>
  static std::vector<Option> step_options() {
    return {positive_option<M>("rtol", &M::rtol, "relative tolerance"),
            positive_option<M>("atol", &M::atol, "absolute tolerance"),
            number_option<M>(
                {.name = "max_step",
                 .meaning = fmt::format("largest step in time scales of the problem; 0: {} if the "
                                        "system is driven or has kinks, else no limit",
                                        standard_max_step),
                 .least = 0.0},
                &M::max_step),
            number_option<M>(
                {.name = "first_step",
                 .meaning = "first step in time scales of the problem; 0: the solver's choice",
                 .least = 0.0},
                &M::first_step),
            times_option<M>("stops", &M::stops,
                            "times, with commas, at which a step ends and the solver restarts")};
  }

  /// An error estimate sees the equations at a few points of a step only: where they may change
  /// between these, steps are limited and estimates that can vanish get a second one.
  template <class S>
  StepControl control(SolverEquations<S> const& equations) const {
    auto const& problem = equations.system().description();
    bool const abrupt = problem.driven || !problem.kinks.empty();
    double const limit = max_step > 0 ? max_step : abrupt ? standard_max_step : 0;
    double const scale = problem.card.time_scale / unit_of(equations.system());
    return {rtol, atol, limit * scale, first_step * scale, abrupt};
  }
  /// Returns the stops in the unit of time of a system.
  template <class S>
  std::vector<double> stop_times(System<S> const& system) const {
    auto times = stops;
    for (double& t : times) t /= unit_of(system);
    return times;
  }

 private:
  template <class S>
  static double unit_of(System<S> const& system) {
    return system->unit_of_time ? system->unit_of_time(system.get()) : 1;
  }
};

}  // namespace rattleback
