#pragma once
// Shards of ensembles as text: one JSON object that ends with the SHA-256 of all before it.

#include <filesystem>
#include <string>
#include <vector>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// One object and a newline; doubles read back as they were.
std::string text_of(Shard const& shard);

/// Closes the text of an object, "{...}" without its last brace, with the hash of that text.
std::string sealed(std::string object);

/// Throws Misuse naming the source when the text is no shard of this build: when it is damaged, or
/// states what cannot be, however it came to its hash.
Shard shard_from(std::string const& text, std::string const& source);

/// Throws FileFailure when the file cannot be read, and Misuse as above.
Shard read_shard(std::filesystem::path const& path);

/// All shards as one. Throws Misuse on different runs, on orbits that are in two shards, and on
/// orbits that are in none.
Shard merged(std::vector<std::filesystem::path> const& paths);

}  // namespace rattleback
