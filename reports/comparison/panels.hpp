// Panels of the static figures of a comparison: curves of many methods, readable in black and
// white.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/drawing/sheet.hpp"

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
  bool behind = true;  ///< the least error of all methods in grey behind each family
};

/// True for a number that a logarithmic axis can show.
bool drawable(double value);

/// A panel for each family on the same axes, large families in parts; none when no curve has a
/// point.
nlohmann::json panels_by_family(Sheet& sheet, Diagram const& diagram,
                                std::vector<MethodCurve> curves);

}  // namespace rattleback::reports
