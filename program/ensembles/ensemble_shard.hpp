#pragma once
// Shards of ensembles as text: one JSON object that ends with the SHA-256 of the preceding text.

#include <filesystem>
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

}  // namespace rattleback
