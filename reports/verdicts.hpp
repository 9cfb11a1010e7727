// The claims of a results folder: counting, tabulating and comparing their verdicts.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// How many claims have each verdict.
struct VerdictCounts {
  int reproduced = 0;
  int corrected = 0;  ///< reproduced after correction
  int assumed = 0;    ///< reproduced under an assumption
  int not_reproduced = 0;
  int not_checkable = 0;
};

/// What changed against a committed table, a line of text each.
struct VerdictChanges {
  std::vector<std::string> regressions;  ///< a worse verdict, or a claim the table does not have
  std::vector<std::string> missing;      ///< claims of the table that were not judged
  std::vector<std::string> changes;      ///< another verdict that is not worse
};

/// Returns the claims of all experiments listed in `results_folder`/run.json, in that order. Each
/// is the entry of its claims.json with "experiment" (the folder's name) and "short" (the short
/// name of the paper) added. An experiment without claims.json states no claims. Throws
/// FileFailure naming the file that is missing, malformed or has an unknown verdict.
std::vector<nlohmann::json> read_claims(std::filesystem::path const& results_folder);

/// Counts the verdicts of `results_folder`. Throws as read_claims.
VerdictCounts count_verdicts(std::filesystem::path const& results_folder);

/// Returns a Markdown table with a heading and a row per claim of `results_folder`.
/// Throws as read_claims.
std::string verdict_table(std::filesystem::path const& results_folder);

/// Compares the verdicts of `results_folder` with `committed_table`, a file with the text of
/// verdict_table. Reproduced with or without correction or assumption ranks above not checkable,
/// which ranks above not reproduced.
/// Throws as read_claims, and FileFailure naming the table when it is missing or unreadable.
VerdictChanges regressions(std::filesystem::path const& results_folder,
                           std::filesystem::path const& committed_table);

/// Returns a line for every claim whose verdict or measured value differs between the results
/// folders `first` and `second`, every claim, experiment or data file in one of them only, and
/// every data file whose SHA-256 differs. Throws as read_claims.
std::vector<std::string> differences(std::filesystem::path const& first,
                                     std::filesystem::path const& second);

}  // namespace rattleback::reports
