#pragma once
// Verdicts: computed from what a paper says (statement.hpp) and what experiments measured.

#include <optional>
#include <string>
#include <vector>

#include "experiments/core/measured.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// A reading with what was measured for it.
struct ReadingResult {
  std::string name, choice, experiment, criterion;
  std::optional<Measured> measured;  ///< the worst instance; nothing where it was not run
  std::string words;                 ///< of `measured`, and how many instances match
  bool tried = false;                ///< it was run, and its number is finite
  bool matches = false;
};

/// The verdict on one statement.
struct Verdict {
  /// holds, fails, undetermined, not run, not checkable, background
  std::string word;
  std::string why;  ///< one sentence where the word needs it, e.g. "3 readings, 1 matches"
  std::string correction, assumption;      ///< that the verdict rests on; empty without
  std::vector<std::string> inferred_from;  ///< statements whose data selected what it rests on
  std::vector<ReadingResult> readings;
  std::string criterion;  ///< in words; of the first reading
  bool own_criterion = false;
};

/// The six words.
std::vector<std::string> const& verdict_words();

/// The rules, once. A reading that was not run, or whose number is not finite, decides nothing.
/// Readings without a correction decide first. All match: holds. None: those with
/// a correction decide, and the verdict names it; none of them either: fails. Otherwise
/// undetermined. A match that was selected by the statement's own data leaves it undetermined. An
/// assumption is named where every reading that decides needs one.
Verdict verdict_of(Statement const& statement, Measurements const& measurements);

}  // namespace rattleback
