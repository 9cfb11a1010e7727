// The panels of a figure, ready to be drawn by gnuplot.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/axes.hpp"

namespace rattleback::reports {

/// A series whose points are in `file`, as gnuplot reads them, drawn with the clause `style` and
/// shown in the key with the clause `key_style`.
struct PlottedSeries {
  std::string file;
  std::string style;
  std::string key_style;
  std::string label;
  bool heavy = false;  ///< has too many points for a vector picture
};

/// One pair of axes with its series in drawing order.
struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::string key;
  Axis x;
  Axis y;
  std::vector<PlottedSeries> series;

  /// Tells whether some series has to be drawn as a picture in vector output.
  bool has_heavy_series() const;
};

/// Reads the series of all panels of `figure` (an entry of "figures" of experiment.json) from
/// `experiment_folder` and writes their points to files in `scratch_folder`.
/// A label looks alike in all panels of the figure.
/// Throws FileFailure when an input is missing or malformed.
std::vector<Panel> read_panels(nlohmann::json const& figure,
                               std::filesystem::path const& experiment_folder,
                               std::filesystem::path const& scratch_folder);

}  // namespace rattleback::reports
