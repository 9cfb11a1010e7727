#pragma once
// Runs of the chaotic system (5.5)-(5.6), n = 3, by standard packages and of ensembles by (4.18),
// and their energy errors.

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Returns the run with a relative and absolute tolerance and other options.
inline Run with_tolerance(Run run, std::string const& tolerance, Options const& more = {}) {
  run.options = more;
  run.options.insert(run.options.end(), {{"rtol", tolerance}, {"atol", tolerance}});
  return run;
}

/// Returns the run of IDA from a case to the time T, in output intervals of 1/2, in a form of the
/// equations.
inline Run ida_run(std::string const& start, Options const& form, std::string const& tolerance,
                   double T) {
  return with_tolerance(Run{"chaotic_r7", "ida", start}.with(0.5, std::lround(2 * T)), tolerance,
                        form);
}
inline Options const integrated_multiplier{{"form", "integrated_multiplier"}};

/// Returns the ensemble of sampled initial conditions of an energy, to the time T.
inline EnsembleSpec sampled(double energy, long orbits, double h, double T, long every) {
  EnsembleSpec spec;
  spec.energy = energy;
  spec.orbits = orbits;
  spec.step = h;
  spec.steps = std::lround(T / h);
  spec.every = every;
  return spec;
}
/// Runs an ensemble by (4.18) and records orbits with non-finite values.
inline EnsembleResult chaotic_ensemble(Study& study, EnsembleSpec spec) {
  spec.threads = study.threads;
  auto result = study.method("chaotic_r7", "dla_leapfrog").ensemble(spec);
  if (result.failed > 0)
    study.outcome(fmt::format("{} of {} orbits at H = {}, h = {}", result.failed, spec.orbits,
                              spec.energy, spec.step),
                  Outcome::non_finite, "left the finite numbers", 0);
  return result;
}

/// Values y of a quantity at increasing x, such as times.
struct Curve {
  std::vector<double> x, y;

  /// Returns the part with low <= x <= high.
  Curve between(double low, double high) const {
    auto const first = std::lower_bound(x.begin(), x.end(), low) - x.begin(),
               last = std::upper_bound(x.begin(), x.end(), high) - x.begin();
    return {{x.begin() + first, x.begin() + last}, {y.begin() + first, y.begin() + last}};
  }
  Curve from(double low) const { return between(low, x.back()); }
  Line line() const { return fit_line(x, y); }
  Line power() const { return fit_power(x, y); }  ///< the slope is the exponent
};

/// Variance of the energy errors of an ensemble over h^4.
inline Curve scaled_variance(EnsembleResult const& result, double h) {
  Curve scaled{result.times, result.variance};
  for (double& value : scaled.y) value /= std::pow(h, 4);
  return scaled;
}

/// Two standard errors of the exponent of the variance of N random walks, fitted over the last nine
/// tenths of the time. The variance over N walks has a relative variance of 2/N and correlations
/// s/t at times s < t; the standard error of the fit is therefore 0.98/sqrt(N).
inline double sampling_error_of_exponent(long walks) { return 2 * 0.98 / std::sqrt(double(walks)); }

/// Energy error of a run at all nodes but the first, and its largest size up to each node.
struct EnergyErrors {
  Curve changes, largest;

  /// Returns the exponent of the growth of the largest error over the last nine tenths of the run.
  double late_exponent() const { return largest.from(largest.x.back() / 10).power().slope; }
};
inline EnergyErrors energy_errors(Trajectory<double> const& run) {
  EnergyErrors errors;
  auto& [changes, largest] = errors;
  Largest most;
  for (std::size_t i = 1; i < run.times.size(); ++i) {
    changes.y.push_back(run.invariant_values[i][0] - run.invariant_values[0][0]);
    most(changes.y.back());
    largest.y.push_back(most.value);
  }
  changes.x = largest.x = {run.times.begin() + 1, run.times.end()};
  return errors;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
