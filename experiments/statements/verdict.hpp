#pragma once
// Verdicts, computed from the statements of papers (statement.hpp) and the measured numbers.

#include <optional>
#include <string>
#include <vector>

#include "experiments/core/measured.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// Outcome of a reading.
struct ReadingResult {
  std::optional<Measured> measured;  ///< worst instance; none if the reading was not run
  std::string words;                 ///< sentence with quantity, instance, value and limit
  /// Accepted interval for `measured`; none if a class of growth decides or nothing was measured.
  std::optional<Rule::Interval> limit;
  std::string precision;  ///< precision of the arithmetic: "double" or "quad"
  bool tried = false;     ///< true if it was run with a finite number
  bool matches = false;
  bool decides = false;  ///< true if its number decides the verdict; of a disagreement, all
};

/// Outcome of a control.
struct ControlResult {
  /// Number of the worst instance; none if the control was not run.
  std::optional<double> measured;
  std::string words;
  /// True if the rule gives the expected result for the control and the opposite result for the
  /// statement; none if either was not measured.
  std::optional<bool> told_apart;
};

/// Verdict on one statement.
struct Verdict {
  /// holds, fails, undetermined, not run, not checkable, background
  std::string word;
  std::string why;  ///< one sentence if the word needs it, such as "3 readings, 1 matches"
  std::string correction, assumption;      ///< grounds of the verdict; empty if there are none
  std::vector<std::string> inferred_from;  ///< statements whose data selected the interpretation
  std::vector<ReadingResult> readings;     ///< in the order of the statement
  std::vector<ControlResult> controls;     ///< in the order of the statement
};

/// True if statements of the kind need a control, because no printed digits show that a wrong
/// program would measure another number.
bool needs_control(std::string const& kind);

/// Returns the verdict. A reading that was not run is ignored; one whose number is not finite
/// leaves the statement undetermined. Readings without a correction decide first: if all match, the
/// statement holds. If none matches, readings with a correction decide, and the verdict names the
/// correction; if none of them matches either, the statement fails. Otherwise it is undetermined,
/// also if the statement's own data selected a matching reading. An assumption is named if every
/// deciding reading needs one. All parts must hold; an unmeasured part is named. A control that is
/// not told apart makes the verdict undetermined, because the check has no power.
Verdict verdict_of(Statement const& statement, Measurements const& measurements);

/// Sets word, reason, grounds and deciding readings from the outcomes of the readings and controls
/// of `v`, which is not decided or "not run".
void decide(Verdict& v, Statement const& statement);

}  // namespace rattleback
