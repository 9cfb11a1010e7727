// Widths of texts in DejaVu Sans, the font of the figures. Gnuplot estimates them too coarsely to
// place a legend.
#pragma once

#include <string_view>

namespace rattleback::reports {

/// Returns the width of the UTF-8 `text` in a font of size 1.
double text_width(std::string_view text);

/// Returns the width of `markup`, a text with gnuplot's markup, in a font of size 1. Indices and
/// exponents count at the size in which gnuplot draws them.
double markup_width(std::string_view markup);

}  // namespace rattleback::reports
