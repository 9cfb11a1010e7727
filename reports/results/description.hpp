// Names in the files of a results folder that refer to other files, read as untrusted input.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// True if `name` is a valid id of an experiment or figure: letters, digits, _, -.
bool is_plain_name(std::string const& name);

/// Returns the ids of the experiments in `results_folder`/run.json.
/// Throws IoError if the file cannot be read or lists an invalid id.
std::vector<std::string> listed_experiments(std::filesystem::path const& results_folder);

/// Returns the id of `figure`, an entry of "figures" of experiment.json.
/// Throws IoError if the id is invalid.
std::string figure_id(nlohmann::json const& figure);

/// Returns the file of a series relative to the experiment's folder, "data/NAME".
/// Throws IoError if the series names a file outside data.
std::string data_file(nlohmann::json const& series);

/// Returns one hash of all sources of `figure`: its description and its data files, whose hashes
/// `hash_of` returns. Throws the errors of figure_id and data_file.
std::string drawn_from(nlohmann::json const& figure,
                       std::function<std::string(std::string const&)> const& hash_of);

}  // namespace rattleback::reports
