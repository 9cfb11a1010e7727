// Formulas of cards as MathML.
#pragma once

#include <string>

namespace rattleback::reports {

/// `text`, a formula as cards write it ("v1 = v0 + h M^-1 A(q1)^T lambda", "vphi^2/2"), as a MathML
/// element with the text as its annotation. Letters after the first one, or digits, are an index,
/// Greek letters have their names, a slash takes the factor before it and the one behind it. Words
/// of ordinary language may follow after a comma. What is no formula comes back as escaped text.
std::string formula(std::string const& text);

}  // namespace rattleback::reports
