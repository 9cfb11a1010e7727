#include "reports/comparison/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace rattleback::reports {

using nlohmann::json;

bool drawable(double value) { return std::isfinite(value) && value > 0.0; }

namespace {

/// Largest number of curves in a panel that remain distinct in black and white.
constexpr std::size_t most_curves = 6;

/// Decades around all points, plus one at the top with the failures in its middle.
struct Frame {
  double x_low, x_high, y_low, y_high, failures;
};

Frame frame_of(std::vector<MethodCurve> const& curves, bool logarithmic_x) {
  double const none = INFINITY;
  double x_low = none, x_high = 0.0, y_low = none, y_high = 0.0;
  for (MethodCurve const& curve : curves)
    for (PlotPoint const& point : curve.points) {
      if (drawable(point.x)) x_low = std::min(x_low, point.x), x_high = std::max(x_high, point.x);
      if (point.failed || !drawable(point.y)) continue;
      y_low = std::min(y_low, point.y), y_high = std::max(y_high, point.y);
    }
  if (x_low > x_high) x_low = 0.1, x_high = 1.0;
  if (y_low > y_high) y_low = 0.1, y_high = 1.0;
  // Exponents, because the ratio of two errors may overflow: 1e300 / 1e-16.
  double const lowest = -306, highest = 306;
  double const floor =
      std::clamp(std::floor(std::log10(y_low) + std::log10(0.7)), lowest, highest - 2);
  double const ceiling = std::max(std::ceil(std::log10(y_high) + std::log10(1.4)), floor + 1);
  double const strip = (ceiling - floor) / 10;
  double const top = std::min(ceiling + strip, highest);
  auto const power = [](double decades) { return std::pow(10.0, decades); };
  Frame frame{0.0, x_high, power(floor), power(top), power(top - strip / 2)};
  if (!logarithmic_x) return frame;
  // Margin between marks and frame: half a decade, or less on short axes.
  double const left = std::log10(x_low), right = std::log10(x_high);
  double const air = 0.04 * (right - left) + std::log10(1.1);
  frame.x_low = power(std::clamp(left - air, lowest, highest - 1));
  frame.x_high = power(std::clamp(right + air, lowest + 1, highest));
  return frame;
}

/// Returns the drawn position: failures above all errors, at the right edge if their cost is
/// unknown; an error of exactly 0 on the lower edge.
PlotPoint placed(PlotPoint point, Frame const& frame) {
  if (point.x < frame.x_low || !std::isfinite(point.x)) point.x = point.failed ? frame.x_high : NAN;
  if (point.failed) point.y = frame.failures;
  if (point.y == 0.0) point.y = frame.y_low;
  return point;
}

std::string csv_of(std::vector<MethodCurve const*> const& curves, Frame const& frame,
                   bool failures) {
  std::string text = "x,y,method\n";
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (PlotPoint const& point : curves[i]->points) {
      PlotPoint const p = placed(point, frame);
      // A gap in place of a failure breaks the line.
      text += fmt::format("{},{},{}\n", p.x, p.failed == failures ? p.y : NAN, i);
    }
  return text;
}

json series_of(std::string const& data, char const* style, std::string const& label) {
  return {{"data", data},      {"x", "x"},       {"y", "y"},
          {"group", "method"}, {"style", style}, {"label", label}};
}

bool fails(MethodCurve const* curve) {
  return std::any_of(curve->points.begin(), curve->points.end(),
                     [](PlotPoint const& point) { return point.failed; });
}

/// Returns the Pareto front: points that no other point improves in both x and y.
MethodCurve least_of(std::vector<MethodCurve> const& curves) {
  std::vector<PlotPoint> all;
  for (MethodCurve const& curve : curves)
    std::copy_if(curve.points.begin(), curve.points.end(), std::back_inserter(all),
                 [](PlotPoint const& p) { return !p.failed && drawable(p.x) && drawable(p.y); });
  std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.x < b.x; });
  MethodCurve front;
  for (PlotPoint const& point : all)
    if (front.points.empty() || point.y < front.points.back().y) front.points.push_back(point);
  return front;
}

/// Returns a panel of `chosen` in front of the curve in the table `behind`, if there is one.
json panel_of(Sheet& sheet, std::string const& title, Diagram const& diagram,
              std::string const& behind, std::vector<MethodCurve const*> const& chosen,
              Frame const& frame) {
  json series = json::array();
  auto const add_behind = [&](json one) {
    one["background"] = true;
    series.push_back(std::move(one));
  };
  if (!behind.empty()) add_behind(series_of(behind, "lines", "least error of all methods"));
  for (MethodCurve const* curve : chosen) {
    series.push_back(series_of(sheet.table(csv_of({curve}, frame, false)),
                               diagram.marks ? "linespoints" : "lines", curve->label));
    if (!fails(curve)) continue;
    json crosses = series_of(sheet.table(csv_of({curve}, frame, true)), "crosses", "");
    crosses["like"] = curve->label;
    series.push_back(crosses);
  }
  // Entry of the key only: crosses have the colours of their methods.
  if (std::any_of(chosen.begin(), chosen.end(), fails))
    add_behind(series_of(sheet.table("x,y,method\n"), "crosses", "failed run"));
  return {{"title", title},
          {"x_label", diagram.x},
          {"y_label", diagram.y},
          {"x_scale", diagram.logarithmic_x ? "log" : "linear"},
          {"y_scale", "log"},
          {"x_range", {frame.x_low, frame.x_high}},
          {"y_range", {frame.y_low, frame.y_high}},
          {"key", diagram.whole ? "figure" : "below"},
          {"series", series}};
}

}  // namespace

json panels_by_family(Sheet& sheet, Diagram const& diagram, std::vector<MethodCurve> curves) {
  std::erase_if(curves, [](MethodCurve const& curve) { return curve.points.empty(); });
  Frame const frame = frame_of(curves, diagram.logarithmic_x);
  std::vector<std::string> families;
  std::map<std::string, std::vector<MethodCurve const*>> members;
  for (MethodCurve const& curve : curves) {
    if (members[curve.family].empty()) families.push_back(curve.family);
    members[curve.family].push_back(&curve);
  }
  MethodCurve const least = least_of(curves);
  std::string const behind = diagram.behind && families.size() > 1 && !least.points.empty()
                                 ? sheet.table(csv_of({&least}, frame, false))
                                 : "";
  json panels = json::array();
  for (std::string const& family : families) {
    auto const& all = members.at(family);
    std::size_t const parts = diagram.whole ? 1 : (all.size() + most_curves - 1) / most_curves;
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<MethodCurve const*> const chosen(all.begin() + all.size() * part / parts,
                                                   all.begin() + all.size() * (part + 1) / parts);
      std::string const title =
          parts == 1 ? family : fmt::format("{} ({} of {})", family, part + 1, parts);
      panels.push_back(panel_of(sheet, title, diagram, behind, chosen, frame));
    }
  }
  return panels;
}

}  // namespace rattleback::reports
