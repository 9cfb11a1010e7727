#pragma once
// The verdicts of a results folder, from what papers say and what its experiments measured.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "experiments/statements/statement.hpp"
#include "program/results/measurements.hpp"

namespace rattleback {

/// Declarations as `list --json` prints them, in the papers' order.
nlohmann::json statement_cards();
nlohmann::json erratum_cards();
nlohmann::json finding_cards();

/// A statement with its verdict, as statements.json has it.
nlohmann::json statement_record(Statement const& statement, Measurements const& measurements);

/// The rules of kinds and words, for the page.
nlohmann::json rules_json();

/// Writes statements.json, findings.json and errata.json and their tables *.md into
/// `results_folder`. Papers of which nothing was measured are left out.
void write_statements(std::filesystem::path const& results_folder, ResultsMeasurements const& all);

}  // namespace rattleback
