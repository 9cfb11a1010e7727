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
  std::string name, quantity, experiment, criterion;
  std::optional<Measured> measured;     ///< the worst instance; nothing where it was not run
  std::string words;                    ///< the sentence: quantity, instance, value, limit
  std::optional<Rule::Interval> limit;  ///< what the rule accepts of `measured`; nothing where a
                                        ///< class of growth decides or nothing was measured
  std::string limit_relative_to;        ///< "absolute", or the size that the limit is relative to
  std::string precision;                ///< of the arithmetic: "double", "quad"
  bool part = false;
  bool tried = false;  ///< it was run, and its number is finite
  bool matches = false;
};

/// A control with what was measured for it.
struct ControlResult {
  std::string name, quantity, reading, experiment;
  bool expected_to_hold = false;
  std::optional<double> measured;  ///< of the worst instance; nothing where it was not run
  std::string words;
  /// Whether the rule says of the control what is expected, and the contrary of the statement
  /// itself; nothing where either of the two was not measured.
  std::optional<bool> told_apart;
};

/// The verdict on one statement.
struct Verdict {
  /// holds, fails, undetermined, not run, not checkable, background
  std::string word;
  std::string why;  ///< one sentence where the word needs it, e.g. "3 readings, 1 matches"
  std::string correction, assumption;      ///< that the verdict rests on; empty without
  std::vector<std::string> inferred_from;  ///< statements whose data selected what it rests on
  std::vector<ReadingResult> readings;
  std::vector<ControlResult> controls;
  std::string criterion;  ///< in words; of the first reading
  bool own_criterion = false;
};

/// The six words.
std::vector<std::string> const& verdict_words();

/// Whether rows of the kind need a control: those where no printed digits show that a wrong program
/// would measure another number.
bool needs_control(std::string const& kind);

/// The rules, once. A reading that was not run, or whose number is not finite, decides nothing.
/// Readings without a correction decide first. All match: holds. None: those with
/// a correction decide, and the verdict names it; none of them either: fails. Otherwise
/// undetermined. A match that was selected by the statement's own data leaves it undetermined. An
/// assumption is named where every reading that decides needs one. Parts have to hold, all of them;
/// one that is not measured is named. A control that is not told apart leaves what would hold or
/// fail undetermined: the check has no power.
Verdict verdict_of(Statement const& statement, Measurements const& measurements);

}  // namespace rattleback
