#pragma once
// Runs of the chaotic system (5.5)-(5.6), n = 3, by standard packages, and how far their energy
// goes.

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Relative and absolute tolerance, and what else a package is told.
inline Options with_tolerance(std::string const& tolerance, Options more = {}) {
  more.insert(more.end(), {{"rtol", tolerance}, {"atol", tolerance}});
  return more;
}

/// IDA from a case, over the time T in output intervals of 1/2, in a form of the equations.
inline Run ida_run(std::string const& start, Options const& form, std::string const& tolerance,
                   double T) {
  return {.problem = "chaotic_r7",
          .method = "ida",
          .case_name = start,
          .step = RawQuad(1) / 2,
          .steps = std::lround(2 * T),
          .options = with_tolerance(tolerance, form)};
}
inline Options const integrated_multiplier{{"form", "integrated_multiplier"}};

inline std::string title_of(std::string const& start) {
  return start == "sample7" ? "sampled start" : "start of the family H306";
}

/// An ensemble by (4.18); orbits that do not stay finite are recorded.
inline EnsembleResult chaotic_ensemble(Study& study, EnsembleSpec spec) {
  spec.threads = study.threads;
  auto result = study.method("chaotic_r7", "dla_leapfrog").ensemble(spec);
  if (result.failed > 0)
    study.outcome(fmt::format("{} of {} orbits at H = {}, h = {}", result.failed, spec.orbits,
                              spec.energy, spec.step),
                  Outcome::non_finite, "left the finite numbers", 0);
  return result;
}
/// The variance of its energy errors over h^4 in the last nine tenths of the time T.
struct LateVariance {
  std::vector<double> times, scaled;
};
inline LateVariance late_variance(EnsembleResult const& result, double h, double T) {
  LateVariance late;
  for (std::size_t k = 0; k < result.times.size(); ++k)
    if (result.times[k] >= T / 10) {
      late.times.push_back(result.times[k]);
      late.scaled.push_back(result.variance[k] / std::pow(h, 4));
    }
  return late;
}

/// Two standard errors of the exponent with which the variance of so many random walks grows, by
/// the fit over the last nine tenths of the time. (What N walks give for the variance has a
/// relative variance of 2/N, and is correlated by s/t at times s < t; so the fit's standard error
/// is 0.98/sqrt(N).)
inline double sampling_error_of_exponent(long walks) { return 2 * 0.98 / std::sqrt(double(walks)); }

/// The energy error of a run at its nodes, but for the start, and its largest size so far.
struct EnergyErrors {
  std::vector<double> times, changes, largest;

  /// Exponent of the growth of the largest error over the last nine tenths of the run.
  double late_exponent() const {
    std::vector<double> late, growing;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (times[i] >= times.back() / 10) {
        late.push_back(times[i]);
        growing.push_back(largest[i]);
      }
    return fit_power(late, growing).slope;
  }
};
inline EnergyErrors energy_errors(Trajectory<double> const& run) {
  EnergyErrors errors;
  Largest most;
  for (std::size_t i = 1; i < run.times.size(); ++i) {
    errors.times.push_back(run.times[i]);
    errors.changes.push_back(run.invariant_values[i][0] - run.invariant_values[0][0]);
    most(errors.changes.back());
    errors.largest.push_back(most.value);
  }
  return errors;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
