#pragma once
// Specification and result of an ensemble: many orbits with random initial conditions.

#include <array>
#include <cstdint>

#include "integrators/core/ensemble/ensemble_statistics.hpp"
#include "integrators/core/run/run_spec.hpp"

namespace rattleback {

/// Ensemble of `orbits` starts: sampled ones, keyed by seed and index, the problem's family, or
/// given ones.
struct EnsembleSpec {
  std::vector<std::pair<std::string, RawQuad>> parameters;
  std::vector<std::pair<std::string, std::string>> options;
  bool family = false;  ///< the problem's one-parameter family of starts instead of the sampler
  std::vector<double> starts;  ///< q and v of every orbit, one after the other, instead of both
  std::string invariant;       ///< statistics of this one as well; empty: of the energy alone
  double energy = 0;
  std::uint64_t seed = 1;
  long orbits = 0;
  long first = 0, last = -1;  ///< run orbits first to last - 1 of them only; -1: to the end
  double step = 0;
  long steps = 0;
  long every = 1;
  long paths = 0;  ///< keep the energy errors of the first so many orbits
  int threads = 1;
  bool scalar = false;                       ///< one orbit at a time (the result is the same)
  std::optional<Section> section;            ///< record every orbit's crossings
  std::vector<std::string> section_columns;  ///< components of a crossing that are kept
  bool lyapunov =
      false;  ///< every orbit's largest exponent; its twin is renormalised at every time
  std::vector<double>
      direction;  ///< direction of the neighbouring orbit's first separation (algebra, velocities)
  bool check_only = false;  ///< check all this and compute nothing
  /// Called several times a second, by one thread at a time, with the fraction done; may throw
  /// Interrupted.
  std::function<void(double)> progress;
  /// Called at the same times with the memory of statistics and crossings (bytes) and the fraction
  /// done; may throw.
  std::function<void(std::size_t, double)> grown;

  /// Number of quantities in the statistics: the energy, and an invariant if it is named.
  int quantities() const { return invariant.empty() ? 1 : 2; }
};

/// Statistics of the error I(t) - I(0) of one quantity over the ensemble, one entry for each time.
struct ErrorStatistics {
  std::vector<double> mean, variance, kurtosis;  ///< variance about the mean; excess kurtosis
  std::vector<std::vector<double>> quantiles;    ///< [time][level], of quantile_levels
};

/// Result of an ensemble: statistics of the energy errors, and of an invariant if it is named.
struct EnsembleResult : ErrorStatistics {
  EnsemblePart part;  ///< statistics that can be merged with other parts of the ensemble
  std::vector<double> times;
  std::optional<ErrorStatistics> invariant;
  std::vector<std::vector<double>> paths;  ///< [orbit][time], errors of the energy
  std::vector<double> final_state;  ///< q and v of the orbits kept in `paths`, one after the other
  long failed = 0;  ///< orbits that did not stay finite; they are not in the statistics
  bool on_lanes = false;
  /// [orbit]: time and columns of each crossing, one after the other; only where asked for.
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;  ///< one an orbit, where asked for; nan where it failed
};
inline constexpr std::array quantile_levels{0.05, 0.25, 0.5, 0.75, 0.95};

/// Fills the statistics of a result from those of its orbits, which hold one or two quantities at
/// result.times.
void summarise(EnsembleResult& result, EnsemblePart const& part);

}  // namespace rattleback
