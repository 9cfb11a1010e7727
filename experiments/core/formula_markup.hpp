#pragma once

#include <string>

namespace rattleback {

/// A text with formulas between dollars, "errors at $t_i$, order $h^2$", in the markup of figures
/// ("{/:Italic t_i}", see reports/site/words.hpp). Within a formula one or two Latin letters, and
/// Greek ones, are italic; longer words are functions and upright, and so are digits and signs. `_`
/// and `^` take one character or a group in braces; an exponent is as it is typed, so that R^T is a
/// transpose. \\bold{R} is bold. Throws std::invalid_argument where a dollar or a brace has no
/// partner.
std::string with_formulas(std::string const& text);

}  // namespace rattleback
