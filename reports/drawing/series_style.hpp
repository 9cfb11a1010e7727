// Line and point styles of the series of a panel, distinct in black and white and by colour.
#pragma once

#include <cstddef>
#include <string>

namespace rattleback::reports {

/// Role of a series in its panel.
enum class Role { ordinary, emphasised, background };

/// Returns gnuplot's "with ..." clause for the series number `index` of a panel, drawn as `style`
/// ("lines", "points", "linespoints", "dots", "rises", "falls" or, for failures, "crosses"); its
/// curves have `points` points. Throws IoError for any other style.
std::string series_style(std::string const& style, Role role, std::size_t index,
                         std::size_t points);

/// Returns the clause for the sample in the key: as series_style(), but with larger dots.
std::string key_style(std::string const& style, Role role, std::size_t index, std::size_t points);

}  // namespace rattleback::reports
