#pragma once
// Verdicts of a results folder, from declared statements and measurements.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/statements/verdict.hpp"
#include "program/results/measurements.hpp"

namespace rattleback {

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
/// `results_folder`. Papers without measurements are omitted.
void write_statements(std::filesystem::path const& results_folder, ResultsMeasurements const& all,
                      std::filesystem::path const& accepted);

}  // namespace rattleback
