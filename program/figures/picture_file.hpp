#pragma once
// Figures of commands, requested by --figure, --panel and --width.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/sheet.hpp"

namespace rattleback {

/// Requested figure.
struct FigureRequest {
  std::string file;                 ///< FILE.svg, .pdf or .png
  std::vector<std::string> panels;  ///< names of panels; empty: the default panels
  std::optional<double> width;      ///< inches; nothing: the default width
};

/// Returns the request for `file`, or nothing without a file. Throws InvalidInput if --panel or
/// --width are given without a file or are invalid.
/// @param components  coordinates and velocities, which are names of panels, too
std::optional<FigureRequest> figure_request(std::optional<std::string> const& file,
                                            std::vector<std::string> const& panels,
                                            std::optional<std::string> const& width,
                                            std::vector<std::string> const& components = {});

/// Unfinished figure: first its tables, then finish(), which creates the file.
class PictureFile {
 public:
  /// Checks all input before anything is computed: throws InvalidInput on an ending other than
  /// .svg, .pdf and .png, and IoError if the file cannot be written or gnuplot is missing.
  /// @param width  width in inches; nothing: chosen by the number of panels
  explicit PictureFile(std::string const& path, std::optional<double> width = {});

  reports::Sheet& sheet() { return sheet_; }

  /// Draws `panels`, as many in a row as the width allows, by default two, and moves the picture to
  /// its place.
  /// Throws InvalidInput if there is no panel, and the errors of reports::render_figures.
  void finish(nlohmann::json panels);

 private:
  std::string const ending_;
  std::optional<double> const width_;
  AtomicFile file_;
  reports::ScratchFolder const scratch_;
  reports::Sheet sheet_;
};

/// Curve of a panel: columns of a table of the sheet.
struct PictureSeries {
  std::string table, x, y;
  std::string label = {};  ///< text in the key, with gnuplot's markup
};

/// Axes of a panel. Labels have gnuplot's markup. Curves share a style of series
/// (reports/drawing/panels.cpp).
struct PicturePanel {
  std::string title, x_label, y_label;
  std::string style = "lines";
  bool logarithmic_x = false, logarithmic_y = false;
  bool equal = false;  ///< units of x and y have equal lengths
};

/// Returns the panel in the form of experiment.json.
nlohmann::json panel_json(PicturePanel const& panel, std::vector<PictureSeries> const& list);

/// Returns panels of the same kind with at most six curves each, the largest number that remains
/// distinct in black and white.
nlohmann::json panels_of_six(PicturePanel const& panel, std::vector<PictureSeries> const& list);

}  // namespace rattleback
