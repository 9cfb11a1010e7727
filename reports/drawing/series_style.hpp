// Line and point styles of the series of a panel, distinct in black and white and by colour.
#pragma once

#include <cstddef>
#include <string>

namespace rattleback::reports {

/// Role of a series in its panel.
enum class Role { ordinary, emphasised, background };

/// Look of a series.
struct SeriesLook {
  /// "lines", "hairlines", "points", "linespoints", "dots", "rises", "falls" or "crosses".
  std::string style;
  Role role = Role::ordinary;
  std::size_t index = 0;     ///< number of colour, dashes and mark
  std::size_t points = 1;    ///< number of points of a curve
  bool large_marks = false;  ///< in a table of marks, or of a few points
};

/// Returns gnuplot's "with ..." clause. Throws IoError for any other style.
std::string series_style(SeriesLook const& look);

/// Returns the clause for the sample in the legend: as series_style(), but with larger dots.
std::string key_style(SeriesLook const& look);

}  // namespace rattleback::reports
