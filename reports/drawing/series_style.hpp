// How the series of a panel look: tellable apart in black and white first, by colour second.
#pragma once

#include <cstddef>
#include <string>

namespace rattleback::reports {

/// The part a series plays in its panel.
enum class Role { ordinary, emphasised, background };

/// Returns gnuplot's "with ..." clause for the series number `index` of a panel, drawn as `style`
/// ("lines", "points", "linespoints", "dots", "rises", "falls" or, for failures, "crosses"), whose
/// curves have `points` points. Throws FileFailure for another style.
std::string series_style(std::string const& style, Role role, std::size_t index,
                         std::size_t points);

/// Returns the clause for the sample in the key: as series_style, but dots large enough to be seen.
std::string key_style(std::string const& style, Role role, std::size_t index, std::size_t points);

}  // namespace rattleback::reports
