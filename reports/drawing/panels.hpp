// Panels of a figure, with their data: curves, read from CSV files and written in gnuplot's format.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/axes.hpp"

namespace rattleback::reports {

/// Unbroken curve: points that a line may connect.
struct Curve {
  std::vector<double> x;
  std::vector<double> y;
  double group = 0.0;  ///< value in the column of groups
};

/// Columns of a CSV file to read: x, y and, if not empty, the column whose distinct values separate
/// the curves. On a logarithmic axis only positive numbers can be plotted.
struct CurveColumns {
  std::string x;
  std::string y;
  std::string group;
  bool logarithmic_x = false;
  bool logarithmic_y = false;
};

/// Reads the CSV file `path` (a header row, then numbers) and returns its points. Rows of different
/// groups never share a curve, even if interleaved. A row that cannot be plotted (nan, inf, or not
/// positive on a logarithmic axis) is omitted and ends the curve of its group.
/// Throws IoError naming the file if it cannot be read, a column is missing or an entry is not
/// a number.
std::vector<Curve> read_curves(std::filesystem::path const& path, CurveColumns const& columns);

/// Returns the number of points of all curves.
std::size_t count_points(std::vector<Curve> const& curves);

/// Writes `curves` to `path` in gnuplot's format: a point per line, a blank line between curves.
/// Throws IoError naming the path if it cannot be written.
void write_curves(std::filesystem::path const& path, std::vector<Curve> const& curves);

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
