// Panels of the static figures of a comparison: curves of many methods that are distinct in black
// and white.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/sheet.hpp"

namespace rattleback::reports {

/// Point of a curve, or a failed run.
struct PlotPoint {
  double x, y;
  bool failed = false;
};

/// Curve of one method in one figure.
struct MethodCurve {
  std::string label, family;
  std::vector<PlotPoint> points;
};

/// Axis titles and drawing options of a figure. The axis of errors, y, is logarithmic.
struct Diagram {
  std::string x, y;
  bool logarithmic_x = true;
  bool marks = true;   ///< draw a mark at every point, besides lines
  bool behind = true;  ///< draw the least error of all methods in grey behind each family
  bool whole = false;  ///< draw a family in one panel, with the legend of the figure
};

/// True if a logarithmic axis can show `value`.
bool drawable(double value);

/// Returns a panel for each family, large families in parts, all on the same axes. The list is
/// empty if no curve has a point.
nlohmann::json panels_by_family(Sheet& sheet, Diagram const& diagram,
                                std::vector<MethodCurve> curves);

}  // namespace rattleback::reports
