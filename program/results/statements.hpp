#pragma once
// Verdicts of a results folder, from declared statements and measurements.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/core/measurements_json.hpp"
#include "experiments/statements/verdict.hpp"

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

/// Return the declarations as `list --json` prints them, in the papers' order.
nlohmann::json statement_cards();
nlohmann::json erratum_cards();
nlohmann::json finding_cards();

/// Returns a statement with its verdict, in the form of statements.json.
nlohmann::json statement_record(Statement const& statement, Verdict const& verdict);

/// Returns the headline claims of a paper, for run.json.
nlohmann::json headline_cards(std::string const& paper);

/// Returns the rules of kinds and words, for the page of verdicts.
nlohmann::json rules_json();

/// Writes statements.json, findings.json and errata.json and their tables *.md into
/// `results_folder`. Papers without measurements are omitted. Returns the records of statements.
std::vector<nlohmann::json> write_statements(std::filesystem::path const& results_folder,
                                             ResultsMeasurements const& all,
                                             std::filesystem::path const& accepted);

}  // namespace rattleback
