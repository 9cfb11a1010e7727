#pragma once

#include <optional>
#include <string>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// Options for output of single orbits.
struct OrbitOptions {
  std::optional<std::string> section, crossing, columns, output;
  std::optional<std::string> figure;  ///< also an option of the statistics
  bool lyapunov = false;

  bool asked() const { return section || crossing || columns || output || lyapunov; }
};

/// Writes one row per orbit: its number, from `first` on, the final time, and the final state.
void write_final_states(TableSink& table, ProblemCard const& problem, EnsembleSpec const& spec,
                        long first, std::vector<double> const& states);

/// Runs a range of the ensemble, writes its crossings to the output (orbit, t and the columns), and
/// prints exponents and numbers of crossings. Returns the number of non-finite orbits. Throws
/// InvalidInput on invalid options.
long observe_orbits(ProblemCard const& problem, MethodEntry const& method, EnsembleRun const& run,
                    OrbitRange range, OrbitOptions const& options, bool json);

}  // namespace rattleback
