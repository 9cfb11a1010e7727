#pragma once
// Specification of an ensemble run, its statistics, and its memory, which is checked before the
// allocation.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "integrators/core/registry/registry.hpp"
#include "program/interface/json.hpp"

namespace rattleback {

/// Everything that determines the bits of an ensemble; threads, lanes, shards and ranks do not.
struct EnsembleRun {
  std::string problem, integrator;  ///< names as given by the user
  EnsembleSpec spec;
  std::string starts;  ///< source of the initial conditions: measure, or hash of a file
  /// Identity apart from `spec` and `starts`: code and formulas (see identity.hpp), values of all
  /// parameters, case and options.
  nlohmann::json setting = nlohmann::json::object();

  bool sampled() const { return !starts.starts_with(file_of_starts); }
  static constexpr char const* file_of_starts = "file with SHA-256 ";
};

/// Range of orbits first to last - 1.
struct OrbitRange {
  long first = 0, last = 0;
  long size() const { return last - first; }
};

/// Part of the orbits of a run.
struct Shard {
  EnsembleRun run;
  OrbitRange range;
  EnsemblePart part;
};

/// Fills run.setting from the problem, the method and run.spec.
void identify(EnsembleRun& run, ProblemEntry const& problem, MethodEntry const& method);

/// Returns "energy error"; "change of energy" for a driven system, whose energy is not constant.
std::string words_of_deviation(EnsembleRun const& run, std::string const& quantity);

/// Returns everything in which two shards of a run must agree.
nlohmann::json identity_of(EnsembleRun const& run);

/// Returns the first fields of the JSON of every ensemble: its specification.
JsonObject json_head(EnsembleRun const& run);

/// Returns the statistics of the orbits of a shard.
EnsembleResult result_of(Shard const& shard);

/// Prints the output of `ensemble` and `merge`, as one object or as a table.
void show_statistics(Shard const& shard, bool json);

/// Returns the exit status under --strict: 1, with a line on stderr, if orbits became non-finite.
int strict_status(long failed);

/// Returns the bytes available to this process: the least of the system's available memory, of what
/// its control group leaves in a container, and of what its limit on address space (`ulimit -v`)
/// leaves. `root`: folder in place of / for reading /proc and /sys.
double available_memory(std::filesystem::path const& root = "/");

/// Throws InvalidInput if the expected memory of an ensemble, an upper estimate unless crossings of
/// the section follow each other within twenty steps, exceeds the available memory. Sets spec.grown
/// to throw as well if statistics and crossings exceed it during the run.
/// @param orbits  number of orbits of this process    @param as_text  true if parts are written
/// @param final_numbers  numbers of the final state of an orbit; 0: not stored
void require_memory(EnsembleSpec& spec, long orbits, bool as_text, long final_numbers);

}  // namespace rattleback
