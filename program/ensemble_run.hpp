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
};

/// Orbits first to last - 1 of a run.
struct Shard {
  EnsembleRun run;
  long first = 0, last = 0;
  EnsemblePart part;
};

/// All that two shards must share, the build that computed them included.
nlohmann::json identity_of(EnsembleRun const& run);

/// One object; doubles read back as they were.
std::string text_of(Shard const& shard);

/// Throws Misuse naming the source when the text is no shard of this build.
Shard shard_from(std::string const& text, std::string const& source);

/// Throws Misuse naming the file when it cannot be read or holds no shard.
Shard read_shard(std::filesystem::path const& path);

/// Throws Misuse naming what differs unless both are parts of one ensemble.
void require_same_run(std::string const& name, EnsembleRun const& run,
                      std::string const& other_name, EnsembleRun const& other);

/// All shards as one. Throws Misuse on different runs, on orbits that are in
/// two shards, and on orbits that are in none.
Shard merged(std::vector<std::filesystem::path> const& paths);

/// The statistics that `ensemble` and `merge` print, as one object or as a table.
Json statistics_json(Shard const& shard);
void print_statistics(Shard const& shard);

/// Slope of log standard deviation over log t, t >= T/10: 1/2 for a random walk; nan without four
/// times.
double drift_exponent(EnsembleResult const& result);

}  // namespace rattleback
