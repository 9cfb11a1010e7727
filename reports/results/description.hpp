// What the files of a results folder say that names other files: read without trust.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Tells whether `name` is what this program calls experiments and figures: letters, digits, _, -.
bool is_plain_name(std::string const& name);

/// The ids of experiments that `results_folder`/run.json lists.
/// Throws FileFailure when it cannot be read or lists what is not a plain name.
std::vector<std::string> listed_experiments(std::filesystem::path const& results_folder);

/// The id of `figure`, an entry of "figures" of experiment.json.
/// Throws FileFailure when it is not a plain name.
std::string figure_id(nlohmann::json const& figure);

/// The file of a series relative to the experiment's folder, "data/NAME".
/// Throws FileFailure when the series names anything outside data.
std::string data_file(nlohmann::json const& series);

/// Everything that `figure` is made from as one hash: its description and its files of data, whose
/// hashes `hash_of` gives. Throws as figure_id and data_file.
std::string drawn_from(nlohmann::json const& figure,
                       std::function<std::string(std::string const&)> const& hash_of);

/// The files, relative to an experiment's folder, without which it is incomplete: figures apart,
/// and those of one figure.
std::set<std::string> needed_files(nlohmann::json const& experiment);
std::set<std::string> picture_files(nlohmann::json const& figure);

}  // namespace rattleback::reports
