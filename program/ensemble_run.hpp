#pragma once
// An ensemble as it was asked for, and its parts as files.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "integrators/core/registry.hpp"
#include "program/json.hpp"

namespace rattleback {

/// What fixes every bit of an ensemble. Threads, lanes, shards and ranks are not among it.
struct EnsembleRun {
  std::string problem, integrator;
  EnsembleSpec spec;
  std::string starts;  ///< where they come from: the measure, or the hash of a file

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

/// All that two shards must share: the run, the build, and the code of the problem, of the method
/// and of the core, which holds the ensembles.
nlohmann::json identity_of(EnsembleRun const& run);

/// Names and values of the entries in which two identities differ; empty where they do not.
std::string differences(nlohmann::json const& a, nlohmann::json const& b);

/// How the JSON of every ensemble begins: what was asked.
JsonObject json_head(EnsembleRun const& run);

/// The statistics of what a shard holds.
EnsembleResult result_of(Shard const& shard);

/// Prints what `ensemble` and `merge` print, as one object or as a table.
void show_statistics(Shard const& shard, bool json);

/// The exit status under --strict: 1, and a line on stderr, where orbits did not stay finite.
int strict_status(long failed);

}  // namespace rattleback
