#pragma once
// Numbers that are guarded: a results folder writes them as lines that a person can read in a diff,
// `verdicts/` holds the accepted ones, and reproduce compares.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "program/results/measurements.hpp"

namespace rattleback {

/// Writes guarded/readings.csv, findings.csv, errata.csv and curves.csv into `results_folder`: a
/// line for each instance of a reading or a control, each finding, each erratum and each column of
/// a table behind a figure; and made_by.txt with compiler, flags, processor and library versions of
/// its run.json.
void write_guarded(std::filesystem::path const& results_folder, ResultsMeasurements const& all);

/// A sentence where the accepted numbers were made by another compiler, with other flags or on
/// another processor; empty where they were not, or where nothing says by which.
std::string other_build(std::filesystem::path const& results_folder,
                        std::filesystem::path const& accepted);

/// What of a results folder is not what was accepted.
struct GuardedChange {
  /// "moved": a number left its tolerance; "new": it was not accepted; "missing": it was accepted
  /// and is not there.
  std::string kind;
  /// "PAPER ID, reading R, instance I", "finding PAPER ID", "EXPERIMENT/data/TABLE.csv, column C"
  std::string what;
  std::string before, after;  ///< values as the lines have them; empty where there is none

  std::string in_words() const;
};

/// Compares the guarded numbers of `results_folder` with the files in `accepted`. A number moved if
/// it changed by more than 1e-5 of its size and by more than a hundredth of the limit of its rule;
/// the norms of a column, if by more than 1e-5 of the norm. A line with a tolerance of its own has
/// that one in place of both, and a line that says `never` is not compared. A missing number counts
/// only where `whole` says that the folder holds every experiment. Throws FileFailure.
std::vector<GuardedChange> guarded_changes(std::filesystem::path const& results_folder,
                                           std::filesystem::path const& accepted, bool whole);

/// Verdicts in words of the accepted statements, by "PAPER ID", from its readings.csv.
std::map<std::string, std::string> accepted_verdicts_in(std::filesystem::path const& accepted);

}  // namespace rattleback
