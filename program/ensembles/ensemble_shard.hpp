#pragma once
// Shards of ensembles as text: one JSON object that ends with the SHA-256 of the preceding text.
// Checkpoint of an ensemble: a folder of shards of any size, from which a rerun, or another shard
// of the same run, takes what it needs.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// Returns one object and a newline; doubles are restored exactly.
std::string text_of(Shard const& shard);

/// Completes the text of an object, "{...}" without its last brace, with the hash of the text.
std::string sealed(std::string object);

/// Parses a shard. Throws InvalidInput naming the source if the text is not a shard of this build,
/// is damaged, or contains impossible values, even with a correct hash.
Shard shard_from(std::string const& text, std::string const& source);

/// Reads a shard. Throws IoError if the file cannot be read, and InvalidInput as shard_from().
Shard read_shard(std::filesystem::path const& path);

/// Returns the entries in which the identities of two runs differ; empty if there are none.
std::string differences_of(EnsembleRun const& one, EnsembleRun const& other);

/// Merges shards. Throws InvalidInput if they are of different runs, if an orbit is in two shards,
/// or if an orbit is in no shard.
Shard merged(std::vector<std::filesystem::path> const& paths);

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
