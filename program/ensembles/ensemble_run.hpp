#pragma once
// An ensemble as it was asked for, and its parts as files.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "integrators/core/registry/registry.hpp"
#include "program/text/json.hpp"

namespace rattleback {

/// Everything that fixes the bits of an ensemble. Threads, lanes, shards and ranks do not.
struct EnsembleRun {
  std::string problem, integrator;  ///< names as they were given
  EnsembleSpec spec;
  std::string starts;  ///< where they come from: the measure, or the hash of a file
  /// The identity apart from `spec` and `starts`: code and formulas (see identity.hpp), the values
  /// of all parameters, the case and the options.
  nlohmann::json setting = nlohmann::json::object();

  bool sampled() const { return !starts.starts_with(file_of_starts); }
  static constexpr char const* file_of_starts = "file with SHA-256 ";
};

/// Orbits first to last - 1.
struct OrbitRange {
  long first = 0, last = 0;
  long size() const { return last - first; }
};

/// Some orbits of a run.
struct Shard {
  EnsembleRun run;
  OrbitRange range;
  EnsemblePart part;
};

/// Fills run.setting from the problem, the method and run.spec.
void identify(EnsembleRun& run, ProblemEntry const& problem, MethodEntry const& method);

/// Returns everything that two shards must share.
nlohmann::json identity_of(EnsembleRun const& run);

/// How the JSON of every ensemble begins: what was asked.
JsonObject json_head(EnsembleRun const& run);

/// The statistics of what a shard holds.
EnsembleResult result_of(Shard const& shard);

/// Prints what `ensemble` and `merge` print, as one object or as a table.
void show_statistics(Shard const& shard, bool json);

/// The exit status under --strict: 1, and a line on stderr, where orbits did not stay finite.
int strict_status(long failed);

}  // namespace rattleback
