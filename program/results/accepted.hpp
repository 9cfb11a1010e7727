#pragma once
// Guarded numbers: a results folder writes them as CSV lines, `verdicts/` contains the accepted
// ones, and reproduce compares them.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "program/results/statements.hpp"

namespace rattleback {

/// Writes guarded/readings.csv, findings.csv, errata.csv and curves.csv into `results_folder`: a
/// line for each instance of an interpretation or a control, each finding, each erratum and each
/// column of a table behind a figure. Also writes verdicts.csv, the verdict word of each record of
/// `statements`, and made_by.txt with compiler, flags, processor and library versions from
/// run.json.
void write_guarded(std::filesystem::path const& results_folder, ResultsMeasurements const& all,
                   std::vector<nlohmann::json> const& statements);

/// Returns a sentence if compiler, flags, processor or libraries of the accepted numbers differ;
/// empty if they agree or are not recorded.
std::string other_build(std::filesystem::path const& results_folder,
                        std::filesystem::path const& accepted);

/// Returns the count of guarded numbers and columns of a results folder. Throws IoError.
std::size_t guarded_count(std::filesystem::path const& results_folder);

/// Guarded number that differs from the accepted one.
struct GuardedChange {
  /// "moved": outside its tolerance; "new": without an accepted number; "missing": accepted, but
  /// absent from the results.
  std::string kind;
  /// "PAPER ID, reading R, instance I", "finding PAPER ID", "EXPERIMENT/data/TABLE.csv, column C"
  std::string what;
  std::string before, after;  ///< values as in the lines; empty if there is none

  std::string in_words() const;
};

/// Compares the guarded numbers of `results_folder` with the files in `accepted`. A number moved if
/// its change exceeds both 1e-5 of its size and a hundredth of the limit of its rule; the norms of
/// a column moved if the change exceeds 1e-5 of the norm. A tolerance in the line replaces both
/// bounds; a line with the tolerance `never` is not compared. Missing numbers count only if `whole`
/// is true: the folder contains every experiment. Throws IoError.
std::vector<GuardedChange> guarded_changes(std::filesystem::path const& results_folder,
                                           std::filesystem::path const& accepted, bool whole);

/// Returns the folder of the accepted verdicts, in the source or the installation; it may be
/// missing.
std::filesystem::path accepted_verdicts();

/// Returns the number of a cell of the accepted tables; nan if it holds none.
double number_of(std::string const& text);

/// Returns the date of the accepted run, as YYYY-MM-DD; empty if it is unknown.
std::string accepted_date(std::filesystem::path const& accepted);

/// True if the accepted run has numbers and curves; otherwise it has only verdict words.
bool has_accepted_numbers(std::filesystem::path const& accepted);

/// Returns the verdicts of the accepted statements by "PAPER ID": as text from readings.csv, or,
/// without accepted numbers, as words of the accepted full run, of which verdicts.csv
/// replaces some. Throws IoError.
std::map<std::string, std::string> accepted_verdicts_in(std::filesystem::path const& accepted);

/// Accepted number of one instance of an interpretation or, as "control NAME", of a control. The
/// line of a statement without numbers has an empty `reading`.
struct AcceptedReading {
  std::string reading, instance, value, limit;
  bool matches;
  std::string verdict;  ///< verdict on the statement, as text
};

/// Returns the accepted numbers of a statement; none if the statement or the file is missing.
std::vector<AcceptedReading> accepted_readings_in(std::filesystem::path const& accepted,
                                                  std::string const& paper, std::string const& id);

/// Returns the accepted number of a finding (`name` is findings.csv), or the accepted defects
/// (printed, right) of an erratum (errata.csv), as text; none if there is none.
std::vector<std::string> accepted_numbers_in(std::filesystem::path const& accepted,
                                             std::string const& name, std::string const& paper,
                                             std::string const& id);

}  // namespace rattleback
