// Sizes of legends and free places for them within the axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/drawing/panels.hpp"

namespace rattleback::reports {

// Measures of gnuplot's legends in inches; widths are those in an SVG, the largest.
inline constexpr double legend_line = 10.7 / 72.0;    ///< height of an entry
inline constexpr double legend_sample = 27.0 / 72.0;  ///< from the sample to the text
inline constexpr double legend_indent = 5.25 / 72.0;  ///< free space left of the sample
inline constexpr double legend_font_size = 7.5;       ///< points

/// Returns the labelled series of a panel.
std::vector<PlottedSeries const*> legend_entries(PlottedPanel const& panel);

/// Returns the width of a column of entries in inches, with the samples.
double legend_width(std::vector<PlottedSeries const*> const& entries);

/// True if a legend of a figure of the given width in inches can have an entry with this text,
/// which has no markup.
bool legend_text_fits(std::string const& text, double figure_width);

/// Rectangle; y grows upwards or downwards with the coordinates in use.
struct Rectangle {
  double left, low, right, high;

  bool meets(Rectangle const& other) const {
    return left < other.right && other.left < right && low < other.high && other.low < high;
  }
  bool contains(Rectangle const& other) const {
    return left <= other.left && other.right <= right && low <= other.low && other.high <= high;
  }
  /// True if the segment between two points has a point inside.
  bool meets_segment(double x0, double y0, double x1, double y1) const;
};

/// Position of the upper left corner of a legend, in inches from the upper left corner of the axes.
struct Corner {
  double left, top;
};

/// Returns a place for the legend of `panel` within axes of the given size in inches at which no
/// curve meets the legend: the place `preferred`, such as "top left", if possible; nothing if
/// curves meet it everywhere. Throws IoError for any other text in `preferred`.
std::optional<Corner> free_place(PlottedPanel const& panel, std::string const& preferred,
                                 double axes_width, double axes_height);

}  // namespace rattleback::reports
