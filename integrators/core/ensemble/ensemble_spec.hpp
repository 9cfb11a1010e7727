#pragma once
// Specification and result of an ensemble: many orbits with random initial conditions.

#include <array>
#include <cstdint>

#include "integrators/core/ensemble/ensemble_statistics.hpp"
#include "integrators/core/run/run_spec.hpp"

namespace rattleback {

/// Specification of an ensemble of `orbits` initial conditions: sampled ones, determined by seed
/// and index, the problem's family, or given ones.
struct EnsembleSpec {
  std::vector<std::pair<std::string, RawQuad>> parameters;   ///< values of parameters by name
  std::vector<std::pair<std::string, std::string>> options;  ///< options of the method by name
  bool family = false;         ///< true: the problem's one-parameter family of initial conditions
  std::vector<double> starts;  ///< q and v of every orbit, one after the other; empty: sampled
  std::string invariant;       ///< invariant of the statistics besides the energy; empty: none
  double energy = 0;           ///< energy of sampled initial conditions
  std::uint64_t seed = 1;      ///< seed of sampled initial conditions
  long orbits = 0;             ///< number of orbits of the whole ensemble
  long first = 0;              ///< first orbit to run
  long last = -1;              ///< one past the last orbit to run; -1: all orbits
  double step = 0;             ///< time step
  long steps = 0;              ///< number of steps
  long every = 1;              ///< steps between two times of the statistics
  long paths = 0;              ///< number of orbits whose energy errors are recorded
  int threads = 1;             ///< number of threads
  bool scalar = false;         ///< true: one orbit at a time, with the same result
  std::optional<Section> section;            ///< section whose crossings are recorded
  std::vector<std::string> section_columns;  ///< recorded components of a crossing
  /// True: every orbit's largest Lyapunov exponent, by a neighbouring orbit that is renormalised at
  /// every time of the statistics.
  bool lyapunov = false;
  /// Direction of the neighbouring orbit's first separation (algebra, velocities).
  std::vector<double> direction;
  bool final_states = false;  ///< true: the final states of all orbits
  bool check_only = false;    ///< true: check the specification and compute nothing
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
  std::vector<double> mean;      ///< mean at each time
  std::vector<double> variance;  ///< variance about the mean
  std::vector<double> kurtosis;  ///< excess kurtosis
  /// Levels of the quantiles.
  std::vector<std::vector<double>> quantiles;  ///< [time][level], at quantile_levels
};

/// Result of an ensemble: statistics of the energy errors, and of an invariant if it is named.
struct EnsembleResult : ErrorStatistics {
  EnsemblePart part;          ///< statistics that can be merged with other parts of the ensemble
  std::vector<double> times;  ///< times of the statistics
  std::optional<ErrorStatistics> invariant;  ///< statistics of the named invariant
  std::vector<std::vector<double>> paths;    ///< [orbit][time], errors of the energy
  /// Final q and v of the orbits, one after the other: of all with `final_states`, else of those in
  /// `paths`. NaN for an orbit that did not stay finite.
  std::vector<double> final_state;
  long failed = 0;        ///< orbits that did not stay finite; they are not in the statistics
  bool on_lanes = false;  ///< true if the orbits ran on SIMD lanes
  /// [orbit]: time and columns of each crossing, one after the other; only where asked for.
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;  ///< one an orbit, where asked for; nan where it failed
};
/// Levels of the quantiles.
inline constexpr std::array quantile_levels{0.05, 0.25, 0.5, 0.75, 0.95};

/// Fills the statistics of a result from those of its orbits, which hold one or two quantities at
/// result.times.
void summarise(EnsembleResult& result, EnsemblePart const& part);

}  // namespace rattleback
