#pragma once
// The picture of what a command computed, which --figure asks for.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/sheet.hpp"
#include "reports/files/files.hpp"

namespace rattleback {

/// A picture in the making: first the tables that it shows, then finish(), with which it appears.
class PictureFile {
 public:
  /// Refuses all that can be refused before anything is computed: throws Misuse on an ending other
  /// than .svg, .pdf and .png, and FileFailure when the file cannot be written or gnuplot is
  /// missing.
  explicit PictureFile(std::string const& path);

  reports::Sheet& sheet() { return sheet_; }

  /// Draws `panels`, two beside each other, or four where there are many, and puts the picture in
  /// its place. Throws Misuse when there is no panel, and as reports::render_figures.
  void finish(nlohmann::json panels);

 private:
  std::string const ending_;
  reports::AtomicFile file_;
  reports::ScratchFolder const scratch_;
  reports::Sheet sheet_;
};

/// One curve of a panel: columns of a table of the sheet.
struct PictureSeries {
  std::string table, x, y;
  std::string label = {};  ///< in the key, with gnuplot's markup
};

/// Labels have gnuplot's markup. Curves share a style of reports::series_style.
struct PicturePanel {
  std::string title, x_label, y_label;
  std::string style = "lines";
  bool logarithmic_x = false, logarithmic_y = false;
};

/// The panel as figures describe it.
nlohmann::json panel_json(PicturePanel const& panel, std::vector<PictureSeries> const& list);

/// Panels of the same kind for at most six curves each; more would not be told apart in black and
/// white.
nlohmann::json panels_of_six(PicturePanel const& panel, std::vector<PictureSeries> const& list);

}  // namespace rattleback
