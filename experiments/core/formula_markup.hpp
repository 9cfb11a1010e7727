#pragma once

#include <string>

namespace rattleback {

/// Returns the markup of figures ("{/:Italic t_i}", see reports/site/words.hpp) of a text with
/// formulas between dollars, "errors at $t_i$, order $h^2$". In a formula one or two Latin letters
/// and all Greek letters are italic; longer words (functions), digits and operators are upright.
/// `_` and `^` take one character or a group in braces. An exponent is copied unchanged, so that
/// R^T is a transpose. \\bold{R} is bold. Throws std::invalid_argument if a dollar or a brace has
/// no partner.
std::string with_formulas(std::string const& text);

}  // namespace rattleback
