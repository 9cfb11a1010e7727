// The same picture in fewer bytes.
#pragma once

#include <string>
#include <string_view>

namespace rattleback::reports {

/// `svg`, as gnuplot writes it, without what changes nothing to be seen: paths go from point to
/// point by differences, to the same hundredths; groups without contents and attributes that repeat
/// the default are left out; `fonts` in place of "DejaVu Sans" stands once, for all texts. What is
/// not understood stays as it is.
std::string slim_svg(std::string_view svg, std::string const& fonts);

}  // namespace rattleback::reports
