// Places of the panels and legends of a figure, and sizes of legends.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/drawing/panels.hpp"

namespace rattleback::reports {

inline constexpr double points_per_inch = 72.0;

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

/// Space around the axes of a panel, in inches.
struct Margins {
  double left, right, bottom, top;
};

/// Column of entries of a legend with the position of its upper left corner.
struct Legend {
  std::vector<PlottedSeries const*> entries;
  double left = 0.0, top = 0.0;  ///< inches, from the upper left corner of the axes or the figure
};

/// Figure laid out in a grid of equal cells. The place of a panel's legend is its key: "off";
/// "below", beneath the panel; "figure", in the common legend beneath all panels; or a place of
/// gnuplot, such as "top left". A legend at such a place moves to another one within the axes if it
/// would cover curves. If it covers curves everywhere, it moves to the common legend, or beneath
/// its panel if other panels use the styles for other things.
struct Layout {
  double width, height;  ///< inches; the height includes legends below
  std::size_t columns;
  double cell_height;         ///< without a legend below
  std::vector<double> rooms;  ///< heights of the legends below the panels of each row
  Margins margins;
  double title_size;           ///< points
  std::vector<Legend> inside;  ///< for each panel, without entries if there is none
  std::vector<Legend> below;   ///< placed in the figure

  double cell_width() const { return width / static_cast<double>(columns); }
  double axes_width() const { return cell_width() - margins.left - margins.right; }
  double axes_height() const { return cell_height - margins.top - margins.bottom; }
  /// Returns the corner of the axes of a panel, in inches from the left and upper edge.
  double axes_left(std::size_t panel) const;
  double axes_top(std::size_t panel) const;
};

/// Lays out `panels` of `figure`, an entry of "figures" of experiment.json, and completes the axes
/// of the panels. The height of the figure is that without legends below. The layout refers to
/// `panels`. Throws IoError if the figure is too large or too small, or a key is not a place.
Layout lay_out(nlohmann::json const& figure, std::vector<PlottedPanel>& panels);

}  // namespace rattleback::reports
