// Formulas of cards as MathML.
#pragma once

#include <string>

namespace rattleback::reports {

/// Converts `text`, a formula in the notation of cards ("v1 = v0 + h M^-1 A(q1)^T lambda",
/// "vphi^2/2"), into a MathML element with `text` as annotation. Letters after the first one, or
/// digits, are an index; Greek letters have their names; a slash divides the factor before it by
/// the factor after it. Words may follow a comma. Text that is not a formula is returned escaped.
std::string formula(std::string const& text);

}  // namespace rattleback::reports
