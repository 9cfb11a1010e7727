#pragma once
// Checkpoint of an ensemble: a folder of shards of any size, from which a rerun, or another shard
// of the same run, takes what it needs.

#include <filesystem>
#include <functional>
#include <optional>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// Computes the orbits of a range.
using ComputeShard = std::function<Shard(OrbitRange)>;

/// Creates the folder of a checkpoint if it is missing. Throws IoError if it cannot be created or
/// used.
void open_checkpoint(std::filesystem::path const& folder);

/// Returns a range of an ensemble. Shards in the folder, in files orbits-A-B.json, are used; the
/// remaining orbits are computed in pieces, which are written to the folder. A shard that is
/// damaged, unreadable or of another run or build is computed again, with a note on stderr. No
/// other file of the folder is read, written or removed.
/// @param folder  checkpoint; empty: the range is computed as one piece
Shard with_checkpoint(EnsembleRun const& run, OrbitRange range,
                      std::optional<std::filesystem::path> const& folder,
                      ComputeShard const& compute);

}  // namespace rattleback
