// Manifest of an experiment: provenance and hashes of its results.
#pragma once

#include "base/files/files.hpp"

namespace rattleback::reports {

/// Writes `experiment_folder`/manifest.json: the object `provenance` plus "outputs", which maps the
/// relative path of every other file of the folder to its SHA-256.
/// Throws IoError naming the file that cannot be read or written.
void write_manifest(std::filesystem::path const& experiment_folder,
                    nlohmann::json const& provenance);

}  // namespace rattleback::reports
