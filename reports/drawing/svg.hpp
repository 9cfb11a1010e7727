// Compression of SVG files without visible change.
#pragma once

#include <string>
#include <string_view>

namespace rattleback::reports {

/// Returns `svg`, as written by gnuplot, shortened without visible change. Paths use relative
/// coordinates with the same hundredths; empty groups and attributes with default values are
/// omitted; `fonts` replaces "DejaVu Sans" once for all texts. Unknown markup is copied.
std::string slim_svg(std::string_view svg, std::string const& fonts);

}  // namespace rattleback::reports
