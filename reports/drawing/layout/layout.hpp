// Places of the panels and legends of a figure.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "reports/drawing/panels.hpp"

namespace rattleback::reports {

inline constexpr double points_per_inch = 72.0;

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
