// Manifest of an experiment, its provenance and the hashes of its results; up-to-date check of its
// results folder, with reasons.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Writes `experiment_folder`/manifest.json: the object `provenance` plus "outputs", which maps the
/// relative path of every other file of the folder to its SHA-256.
/// Throws IoError naming the file that cannot be read or written.
void write_manifest(std::filesystem::path const& experiment_folder,
                    nlohmann::json const& provenance);

/// Sources of a result: the SHA-256 of every part, by name. "code of the figures", "gnuplot" and
/// "texts" affect only the drawing.
using Components = std::map<std::string, std::string>;

/// Difference between a part and its record, e.g. {"code of method ida", "changed"}.
struct Change {
  std::string name, how;
};

/// Returns every difference between two sets of components, by name: changed, new (only in
/// `current`) or gone (only in `recorded`).
std::vector<Change> changes(Components const& recorded, Components const& current);

/// Status of the results of an experiment.
struct CacheStatus {
  enum class Recompute { nothing, figures, everything };
  Recompute due;
  std::string reasons;  ///< separated by commas; empty if nothing is due
};

/// Compares `experiment_folder`/manifest.json with the current sources. The "components" of the
/// manifest must contain all of `always`; every other one must be in `parts` with the same hash.
/// "outputs" must contain experiment.json, measurements.json, and the data and pictures of every
/// figure; each of these files must exist unchanged, and every figure listed in "figures" must be
/// drawn from the present data. If nothing but drawing is affected, only figures are due. A missing
/// or damaged manifest makes everything due; no error is thrown.
CacheStatus check_cache(std::filesystem::path const& experiment_folder, Components const& always,
                        Components const& parts);

/// True if the manifest and all files that it and the experiment list exist unchanged.
bool is_complete(std::filesystem::path const& experiment_folder);

}  // namespace rattleback::reports
