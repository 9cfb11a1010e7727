#pragma once
// Differences of a results folder from the accepted run of the same mode.

#include <optional>

#include "program/results/accepted.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

/// Differences from the accepted run of the same mode.
struct Changes {
  bool has_numbers;  ///< numbers and curves were compared, not only verdict words
  std::vector<reports::VerdictChange> verdicts;
  std::vector<GuardedChange> numbers;  ///< changed numbers and curves
  std::string other_build;             ///< see other_build()
};

/// Writes changes.json and elsewhere.json, and returns the changes of verdicts in `records` and of
/// guarded numbers. changes.json also has the build that made the folder and the counts of what was
/// compared; a copy of it in elsewhere/ of the accepted folder is the record of a run with another
/// compiler or processor, and elsewhere.json lists those records for the site. Accepted statements
/// and numbers count as missing only if all experiments are listed. An installation without
/// accepted runs has no changes; this is an error only if the comparison is `needed`.
std::optional<Changes> write_changes(std::filesystem::path const& results,
                                     std::vector<nlohmann::json> const& records,
                                     std::filesystem::path const& all_accepted, bool needed);

/// Prints the changes; returns true if one is a regression.
/// @param numbers_count  changed numbers are regressions, not only verdicts
bool print_regressions(Changes const& changes, bool numbers_count);

}  // namespace rattleback
