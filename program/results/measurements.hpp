#pragma once
// Measurements of the experiments of a results folder, read once.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/core/measurements_json.hpp"

namespace rattleback {

/// Measurements of a results folder.
struct ResultsMeasurements {
  std::map<std::string, PaperMeasurements> of_paper;
  /// Curves of each experiment, in report order (measurements_json).
  std::vector<std::pair<std::string, nlohmann::json>> curves;
};

/// Reads the measurements.json of the experiments that the folder's run.json lists. Throws
/// IoError for unreadable files.
ResultsMeasurements measurements_in(std::filesystem::path const& results_folder);

}  // namespace rattleback
