// Formulas of cards on pages.
#pragma once

#include <string>
#include <vector>

namespace rattleback::reports {

/// Names of a problem's coordinates and velocities, see formulas::with_dots().
struct FormulaNames {
  std::vector<std::string> coordinates, velocities;
};

/// Converts `text`, a formula in the notation of cards ("v1 = v0 + h M^-1 A(q1)^T lambda",
/// "vphi^2/2", see formulas::read_card()), into a MathML element, with `text` as annotation if it
/// is short. Words may follow a comma. Text that is not a formula is returned as rich_text().
/// Velocities get dots.
std::string formula(std::string const& text, FormulaNames const& names = {});

/// Returns a matrix as MathML. `rows`: entries in the notation of cards, separated by " & ".
std::string matrix_formula(std::string const& name, std::vector<std::string> const& rows,
                           FormulaNames const& names);

/// Converts `text` as formula(), but into HTML that takes little space within a sentence.
std::string inline_formula(std::string const& text);

}  // namespace rattleback::reports
