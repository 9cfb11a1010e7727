// Verdicts of a results folder on statements of papers: counts, tables and comparisons.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rattleback::reports {

/// Verdict with its name, its mark in print and its rank.
struct VerdictWord {
  char const* word;     ///< shown name: "holds" is "holds as printed" or "holds corrected"
  char const* verdict;  ///< verdict in the record
  char const* mark;
  int rank;  ///< a lower rank is worse
};

/// Returns holds as printed, holds corrected, fails, undetermined, not run, not checkable,
/// background.
std::vector<VerdictWord> const& verdict_words();
VerdictWord const& verdict_word_of(nlohmann::json const& record);

/// Returns the records of a file that write_statements (program/results/statements.hpp) wrote.
/// Throws IoError if it cannot be read, is not a list of records, or has an unknown verdict.
std::vector<nlohmann::json> read_statements(std::filesystem::path const& file);

/// Returns the number of records per verdict, in the order of verdict_words().
std::vector<std::pair<std::string, int>> count_verdicts(std::vector<nlohmann::json> const& records);

/// Number of records that need a control, by the result of their controls.
struct ControlCounts {
  int told_apart = 0;      ///< records all of whose controls have the opposite result
  int not_told_apart = 0;  ///< records with a control that does not
  int without = 0;         ///< records without a measured control
  int needed() const { return told_apart + not_told_apart + without; }
};
/// Counts the records that hold, fail or are undetermined and whose kind needs a control.
ControlCounts count_controls(std::vector<nlohmann::json> const& records);

/// Returns a short text of the verdict: "holds corrected: E1: the factor h; assuming ...".
std::string verdict_in_words(nlohmann::json const& record);

/// Returns the interpretation that decides the verdict; all measured interpretations if they
/// disagree. The pointers lead into `record`.
std::vector<nlohmann::json const*> deciding_readings(nlohmann::json const& record);

/// Returns the measurement of the interpretation that decides the verdict; of all interpretations
/// if they disagree.
std::string measured_in_words(nlohmann::json const& record);

/// Returns the direction of a failed statement, such as "27 times better than printed" or "14 in
/// place of 100"; empty for other verdicts and for failures without a number. "Better" and "worse"
/// are used if the measured quantity is an error.
std::string direction_of(nlohmann::json const& record);

/// Returns sampling error and tolerance of a reading, if the printed number lies outside of the
/// sampling error but inside of the tolerance; else an empty text.
std::string sampling_note(nlohmann::json const& reading);

/// Returns the measured quantity of a reading without the details of the run: its text up to the
/// first comma outside of brackets, at most 70 characters.
std::string short_quantity(nlohmann::json const& reading);

/// Returns Markdown: the counts of each paper and a row for every statement.
std::string statements_table(std::vector<nlohmann::json> const& records);
/// Returns the evidence of a record of findings.json: quantity, scope, words of the run, and the
/// numbers of the control and the neighbours.
std::string evidence_in_words(nlohmann::json const& finding);
/// Returns Markdown of the records of findings.json or errata.json.
std::string findings_table(nlohmann::json const& findings);
std::string errata_table(nlohmann::json const& errata);

/// Statement whose verdict differs from the accepted verdict.
struct VerdictChange {
  /// "worse" and "new" (not accepted) are regressions. "missing" (accepted, without a verdict) is a
  /// regression in a run of all experiments. "improved" and "changed" (neither better nor worse)
  /// are not regressions.
  std::string kind;
  std::string paper, id;
  std::string before, after;  ///< verdicts as text; empty if there is no verdict

  bool is_regression() const { return kind == "worse" || kind == "new"; }
  std::string in_words() const;
};

/// Compares `records` with the accepted verdicts by "PAPER ID". Ranks, best first: holds;
/// undetermined; not run, not checkable and background; fails.
/// Throws Malformed if an accepted verdict is unknown.
/// @param only_words  the accepted verdicts are words of verdict_words(), not texts with reasons
std::vector<VerdictChange> changed_verdicts(std::vector<nlohmann::json> const& records,
                                            std::map<std::string, std::string> const& accepted,
                                            bool only_words = false);

/// Returns a line for every statement whose verdict or measured numbers differ between the results
/// folders `first` and `second`, every statement, experiment or data file in only one of them, and
/// every data file whose SHA-256 differs. Throws the errors of read_statements.
std::vector<std::string> differences(std::filesystem::path const& first,
                                     std::filesystem::path const& second);

}  // namespace rattleback::reports
