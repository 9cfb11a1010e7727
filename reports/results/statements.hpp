// The verdicts of a results folder on what papers say: counted, tabulated and compared.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rattleback::reports {

/// What a verdict is called, its mark in print, and whether another one is worse.
struct VerdictWord {
  char const* word;     ///< as shown: "holds" is either "holds as printed" or "holds corrected"
  char const* verdict;  ///< of the record
  char const* mark;
  int rank;  ///< a lower rank is worse
};

/// holds as printed, holds corrected, fails, undetermined, not run, not checkable, background
std::vector<VerdictWord> const& verdict_words();
VerdictWord const& verdict_word_of(nlohmann::json const& record);

/// The records of a file that write_statements (program/results/statements.hpp) wrote. Throws
/// FileFailure where it cannot be read, is no list of records, or has a verdict that is none of the
/// six.
std::vector<nlohmann::json> read_statements(std::filesystem::path const& file);

/// How many records have each verdict, in the order of verdict_words().
std::vector<std::pair<std::string, int>> count_verdicts(std::vector<nlohmann::json> const& records);

/// How many records need a control, and how they stand.
struct ControlCounts {
  int told_apart = 0;      ///< every control comes out the other way
  int not_told_apart = 0;  ///< a control does not
  int without = 0;         ///< they have none that was measured
  int needed() const { return told_apart + not_told_apart + without; }
};
/// Of the records that hold, fail or are undetermined and whose kind needs a control.
ControlCounts count_controls(std::vector<nlohmann::json> const& records);

/// "holds corrected: E1: the factor h; assuming ..." in a few words.
std::string verdict_in_words(nlohmann::json const& record);

/// What was measured for the reading that decides the verdict; all where readings disagree.
std::string measured_in_words(nlohmann::json const& record);

/// Markdown: the counts of each paper and a row for every statement.
std::string statements_table(std::vector<nlohmann::json> const& records);
/// Markdown of the records of findings.json and errata.json.
std::string findings_table(nlohmann::json const& findings);
std::string errata_table(nlohmann::json const& errata);

/// One statement whose verdict is not the accepted one.
struct VerdictChange {
  /// "worse" and "new" (not accepted) are regressions; "missing" (accepted, without a verdict) is
  /// one of a run of all experiments; "improved" and "changed" (neither better nor worse) are none.
  std::string kind;
  std::string paper, id;
  std::string before, after;  ///< verdicts in words; empty where there is none

  bool is_regression() const { return kind == "worse" || kind == "new"; }
  std::string in_words() const;
};

/// Compares `records` with the accepted verdicts in words, by "PAPER ID". Holds ranks above
/// undetermined, which ranks above not run, not checkable and background, which rank above fails.
/// Throws Malformed where an accepted verdict is none of the six.
std::vector<VerdictChange> changed_verdicts(std::vector<nlohmann::json> const& records,
                                            std::map<std::string, std::string> const& accepted);

/// Returns a line for every statement whose verdict or measured numbers differ between the results
/// folders `first` and `second`, every statement, experiment or data file in one of them only, and
/// every data file whose SHA-256 differs. Throws as read_statements.
std::vector<std::string> differences(std::filesystem::path const& first,
                                     std::filesystem::path const& second);

}  // namespace rattleback::reports
