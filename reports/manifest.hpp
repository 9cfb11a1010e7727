// Files of a results folder: hashes, atomic writes, JSON reading and the manifest of an experiment.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace rattleback::reports {

/// Returns the SHA-256 of `text` as 64 lower-case hexadecimal digits.
std::string sha256_text(std::string_view text);

/// Returns the SHA-256 of the contents of the file `path`.
/// Throws std::runtime_error naming the file when it cannot be read.
std::string sha256_file(std::filesystem::path const& path);

/// Returns the whole contents of the file `path`.
/// Throws std::runtime_error naming the file when it cannot be read.
std::string read_text(std::filesystem::path const& path);

/// Writes `text` to `path` through a temporary file in the same folder, so that a reader sees the
/// old contents or the new ones and nothing in between. The folder must exist.
/// Throws std::runtime_error naming the path when it cannot be written.
void write_atomically(std::filesystem::path const& path, std::string_view text);

/// Reads and parses the JSON file `path`.
/// Throws std::runtime_error naming the file when it cannot be read or is not JSON.
nlohmann::json read_json(std::filesystem::path const& path);

/// Writes `experiment_folder`/manifest.json: the object `provenance` plus "outputs", which maps the
/// relative path of every other file of the folder to its SHA-256.
/// Throws std::runtime_error naming the file that cannot be read or written.
void write_manifest(std::filesystem::path const& experiment_folder,
                    nlohmann::json const& provenance);

}  // namespace rattleback::reports
