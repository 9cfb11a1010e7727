#pragma once

#include <optional>
#include <string>

#include "program/ensembles/ensemble_run.hpp"
#include "program/ensembles/ranks.hpp"

namespace rattleback {

/// What an ensemble may show of every orbit.
struct OrbitOptions {
  std::optional<std::string> section, crossing, columns, output;
  std::optional<std::string> figure;  ///< belongs to the statistics as well
  bool lyapunov = false;

  bool asked() const { return section || crossing || columns || output || lyapunov; }
};

/// Runs the ensemble, each rank its share of the orbits; on rank 0 writes the crossings of all
/// orbits to the output (orbit, t and the columns), and prints exponents and numbers of crossings.
/// Returns how many orbits did not stay finite. Throws Misuse on options that make no sense.
long observe_orbits(ProblemCard const& problem, MethodEntry const& method, EnsembleRun const& run,
                    OrbitOptions const& options, bool json, Ranks const& ranks);

}  // namespace rattleback
