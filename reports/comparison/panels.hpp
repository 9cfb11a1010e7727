// Panels of the static figures of a comparison: curves of many methods, readable in black and
// white.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

struct PlotPoint {
  double x, y;
  bool failed = false;
};

/// One method in one figure.
struct MethodCurve {
  std::string label, family;
  std::vector<PlotPoint> points;
};

/// Titles of the axes and what is drawn between them. The errors' axis is logarithmic.
struct Diagram {
  std::string x, y;
  bool logarithmic_x = true;
  bool marks = true;   ///< a mark at every point, not only lines
  bool behind = true;  ///< the other families in grey behind each
};

/// Writes tables and describes the figures in the form that render_figures reads.
class Sheet {
 public:
  explicit Sheet(std::filesystem::path folder);

  /// Returns the name of the table that holds `text`.
  std::string table(std::string const& text);
  /// `row_height` in inches is that of the axes with their titles; the keys add their own.
  void add(std::string const& id, nlohmann::json panels, double row_height);
  /// Draws the figures as figures/ID.svg and .pdf. Throws as render_figures.
  void render(Watch const& watch);
  double width_of(std::string const& id) const;

 private:
  std::filesystem::path folder_;
  int tables_ = 0;
  nlohmann::json figures_ = nlohmann::json::array();
};

/// Text in which gnuplot finds no markup.
std::string literal(std::string const& text);

/// True for a number that a logarithmic axis can show.
bool drawable(double value);

/// A panel for each family on the same axes, large families in parts; none when no curve has a
/// point. The first curve of each family also leads its further parts when `leads`.
nlohmann::json panels_by_family(Sheet& sheet, Diagram const& diagram,
                                std::vector<MethodCurve> curves, bool leads = false);

}  // namespace rattleback::reports
