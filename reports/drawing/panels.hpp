// Panels of a figure, with their data in gnuplot's format.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/axes.hpp"
#include "reports/drawing/curves.hpp"

namespace rattleback::reports {

/// Series of a panel: data file in gnuplot's format, "with" clause for the plot and for the key.
struct PlottedSeries {
  std::string file;
  std::string style;
  std::string key_style;
  std::string label;
  bool heavy = false;         ///< has too many points for a vector picture
  bool connected = false;     ///< lines connect the points
  std::vector<Curve> curves;  ///< contents of `file`
};

/// Relation between the units of length of a panel's axes. "Close" units differ by at most half.
enum class Aspect { free, equal, equal_if_close };

/// Pair of axes with its series in drawing order.
struct PlottedPanel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::string key;  ///< preferred place of the legend, see Layout
  Aspect aspect = Aspect::free;
  Axis x;
  Axis y;
  std::vector<PlottedSeries> series;

  /// True if some series has to be drawn as a bitmap in vector output.
  bool has_heavy_series() const;
};

/// Reads the series of all panels of `figure` (an entry of "figures" of experiment.json) from
/// `experiment_folder` and writes their points to files in `scratch_folder`.
/// Equal labels get equal styles in all panels of the figure.
/// Throws IoError if an input is missing or malformed.
std::vector<PlottedPanel> read_panels(nlohmann::json const& figure,
                                      std::filesystem::path const& experiment_folder,
                                      std::filesystem::path const& scratch_folder);

}  // namespace rattleback::reports
