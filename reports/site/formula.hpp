// Formulas of cards on pages.
#pragma once

#include <string>

namespace rattleback::reports {

/// Converts `text`, a formula in the notation of cards ("v1 = v0 + h M^-1 A(q1)^T lambda",
/// "vphi^2/2", see formulas::read_card()), into a MathML element with `text` as annotation. Words
/// may follow a comma. Text that is not a formula is returned as rich_text().
std::string formula(std::string const& text);

/// Converts `text` as formula(), but into HTML that takes little space within a sentence.
std::string inline_formula(std::string const& text);

}  // namespace rattleback::reports
