#include "reports/comparison_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/figures.hpp"
#include "reports/gnuplot.hpp"
#include "reports/manifest.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct PlotPoint {
  double x, y;
  bool failed = false;
};

/// One method in one figure.
struct MethodCurve {
  std::string label, family;
  std::vector<PlotPoint> points;
};

struct Labels {
  std::string x, y;
};

/// More would not be tellable apart in black and white.
constexpr std::size_t most_curves = 6;

/// Writes tables and describes the figures in the form that render_figures reads.
class Sheet {
 public:
  explicit Sheet(fs::path folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_ / "data");
  }

  std::string table(std::string const& text) {
    std::string const name = fmt::format("{}.csv", ++tables_);
    write_atomically(folder_ / "data" / name, text);
    return name;
  }

  void add(std::string const& id, json panels, double row_height) {
    // The key under a panel takes no room from its axes.
    std::size_t entries = 0;
    for (json const& panel : panels) {
      if (panel.value("key", "") != "below") continue;
      std::size_t labelled = 0;
      for (json const& series : panel.at("series")) labelled += series.at("label") != "";
      entries = std::max(entries, labelled);
    }
    row_height += 0.17 * entries;
    std::size_t const columns = std::min<std::size_t>(2, panels.size());
    std::size_t const rows = (panels.size() + columns - 1) / std::max<std::size_t>(1, columns);
    figures_.push_back({{"id", id},
                        {"columns", columns},
                        {"width", columns == 1 ? 4.6 : 7.2},
                        {"height", row_height * rows},
                        {"panels", std::move(panels)}});
  }

  void render() {
    write_atomically(folder_ / "experiment.json", json{{"figures", figures_}}.dump());
    render_figures(folder_);
  }

  double width_of(std::string const& id) const {
    for (json const& figure : figures_)
      if (figure.at("id") == id) return figure.at("width");
    return 0.0;
  }

 private:
  fs::path folder_;
  int tables_ = 0;
  json figures_ = json::array();
};

/// Text in which gnuplot finds no markup.
std::string literal(std::string const& text) {
  std::string escaped;
  for (char const c : text) {
    if (std::string_view("_^{}@&~\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

bool drawable(double value) { return std::isfinite(value) && value > 0.0; }

/// The decades around all points; one more above, in whose middle failures stand.
struct Frame {
  double x_low, x_high, y_low, y_high, failures;
};

Frame frame_of(std::vector<MethodCurve> const& curves) {
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
  auto const decade = [](double value, double (*round)(double)) {
    return std::pow(10.0, round(std::log10(value)));
  };
  double const floor = decade(y_low * 0.7, std::floor), ceiling = decade(y_high * 1.4, std::ceil);
  double const strip = std::pow(ceiling / floor, 0.1);
  // Marks stay clear of the frame: half a decade, or less on short axes.
  double const air = std::pow(x_high / x_low, 0.04) * 1.1;
  return {x_low / air, x_high * air, floor, ceiling * strip, ceiling * std::sqrt(strip)};
}

/// Failures are drawn above all errors, at the right margin when even their cost is unknown; an
/// error of exactly 0 lies on the lower line.
PlotPoint placed(PlotPoint point, Frame const& frame) {
  if (!drawable(point.x)) point.x = point.failed ? frame.x_high : NAN;
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
      // A gap in place of a failure keeps the line from bridging it.
      text += fmt::format("{},{},{}\n", p.x, p.failed == failures ? p.y : NAN, i);
    }
  return text;
}

json series_of(std::string const& data, char const* style, std::string const& label) {
  return {{"data", data},      {"x", "x"},       {"y", "y"},
          {"group", "method"}, {"style", style}, {"label", literal(label)}};
}

/// A panel that shows `chosen` in front of all `curves`.
json panel_of(Sheet& sheet, std::string const& title, Labels const& labels,
              std::vector<MethodCurve> const& curves, std::vector<MethodCurve const*> const& chosen,
              Frame const& frame, bool with_points) {
  json series = json::array();
  std::vector<MethodCurve const*> others;
  for (MethodCurve const& curve : curves)
    if (std::find(chosen.begin(), chosen.end(), &curve) == chosen.end()) others.push_back(&curve);
  if (!others.empty()) {
    json background = series_of(sheet.table(csv_of(others, frame, false)), "lines", "");
    background["background"] = true;
    series.push_back(background);
  }
  for (MethodCurve const* curve : chosen) {
    series.push_back(series_of(sheet.table(csv_of({curve}, frame, false)),
                               with_points ? "linespoints" : "lines", curve->label));
    bool const fails = std::any_of(curve->points.begin(), curve->points.end(),
                                   [](PlotPoint const& point) { return point.failed; });
    if (!fails) continue;
    json crosses = series_of(sheet.table(csv_of({curve}, frame, true)), "crosses", "");
    crosses["like"] = literal(curve->label);
    series.push_back(crosses);
  }
  return {{"title", literal(title)},
          {"x_label", literal(labels.x)},
          {"y_label", literal(labels.y)},
          {"x_scale", "log"},
          {"y_scale", "log"},
          {"x_range", {frame.x_low, frame.x_high}},
          {"y_range", {frame.y_low, frame.y_high}},
          {"key", "below"},
          {"series", series}};
}

/// A panel for each family, large families in parts; none when no curve has a point.
json panels_by_family(Sheet& sheet, Labels const& labels, std::vector<MethodCurve> curves,
                      bool with_points) {
  std::erase_if(curves, [](MethodCurve const& curve) { return curve.points.empty(); });
  Frame const frame = frame_of(curves);
  std::vector<std::string> families;
  std::map<std::string, std::vector<MethodCurve const*>> members;
  for (MethodCurve const& curve : curves) {
    if (members[curve.family].empty()) families.push_back(curve.family);
    members[curve.family].push_back(&curve);
  }
  json panels = json::array();
  for (std::string const& family : families) {
    auto const& all = members.at(family);
    std::size_t const parts = (all.size() + most_curves - 1) / most_curves;
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<MethodCurve const*> const chosen(all.begin() + all.size() * part / parts,
                                                   all.begin() + all.size() * (part + 1) / parts);
      std::string const title =
          parts == 1 ? family : fmt::format("{} ({} of {})", family, part + 1, parts);
      panels.push_back(panel_of(sheet, title, labels, curves, chosen, frame, with_points));
    }
  }
  return panels;
}

MethodCurve curve_of(MethodResult const& method) { return {method.name, method.family, {}}; }

double as_double(json const& value) { return value.is_number() ? value.get<double>() : NAN; }

}  // namespace

json render_comparison_figures(ProblemResult const& problem, fs::path const& folder) {
  ScratchFolder const scratch;
  Sheet sheet(scratch.path());
  json list = json::array();
  auto const add = [&](std::string const& name, char const* kind, std::string const& title,
                       std::string const& notes, json const& panels, double row_height) {
    if (panels.empty()) return;
    std::string const id = problem.id + "_" + name;
    sheet.add(id, panels, row_height);
    list.push_back({{"id", id},
                    {"kind", kind},
                    {"title", title},
                    {"caption", fmt::format("{}.{}", title, notes)},
                    {"width", sheet.width_of(id)}});
  };
  std::string const greys = " Each panel shows one family; the other methods are grey.";
  std::string const crosses =
      " A cross in the strip at the top is a run that failed; an error of 0 lies on the lower "
      "line.";

  if (problem.pictures.contains("path")) {
    json const& path = problem.pictures.at("path");
    std::string text;
    for (json const& column : path.at("columns"))
      text += (text.empty() ? "" : ",") + column.get<std::string>();
    for (json const& row : path.at("rows")) {
      std::string line;
      for (json const& value : row)
        line += (line.empty() ? "" : ",") + fmt::format("{}", as_double(value));
      text += "\n" + line;
    }
    std::string const x = path.at("x"), y = path.at("y");
    json const series = {
        {"data", sheet.table(text + "\n")}, {"x", x}, {"y", y}, {"style", "lines"}, {"label", ""}};
    add("path", "motion", fmt::format("The motion: {} against {}", y, x), "",
        json::array({{{"title", ""},
                      {"x_label", literal(x) + " (dimensionless)"},
                      {"y_label", literal(y) + " (dimensionless)"},
                      {"series", {series}}}}),
        3.4);
  }
  std::map<std::string, MethodResult const*> by_id;
  for (MethodResult const& method : problem.methods) by_id[method.id] = &method;
  std::vector<MethodCurve> energies;
  for (json const& entry : problem.pictures.value("energy", json::array())) {
    auto const known = by_id.find(entry.at("method"));
    if (known == by_id.end()) continue;
    MethodCurve curve = curve_of(*known->second);
    for (std::size_t i = 0; i < entry.at("times").size(); ++i)
      curve.points.push_back(
          {as_double(entry.at("times").at(i)), std::abs(as_double(entry.at("errors").at(i)))});
    energies.push_back(curve);
  }
  add("energy", "motion", "The error of the energy along the motion, without its sign", greys,
      panels_by_family(sheet, {"Time (dimensionless)", "Error of the energy (problem's units)"},
                       energies, false),
      2.9);

  std::vector<std::string> components;
  for (MethodResult const& method : problem.methods)
    for (OrderRow const& row : method.orders)
      if (std::find(components.begin(), components.end(), row.component) == components.end())
        components.push_back(row.component);
  for (std::size_t i = 0; i < components.size(); ++i) {
    std::vector<MethodCurve> curves;
    for (MethodResult const& method : problem.methods)
      for (OrderRow const& row : method.orders) {
        if (row.component != components[i]) continue;
        MethodCurve curve = curve_of(method);
        if (!row.start.empty() && row.start != method.start) curve.label += ", " + row.start;
        for (std::size_t k = 0; k < row.steps.size(); ++k)
          curve.points.push_back({row.steps[k], row.errors[k], !std::isfinite(row.errors[k])});
        curves.push_back(curve);
      }
    add(fmt::format("convergence_{}", i + 1), "convergence",
        fmt::format("Convergence of the {}", components[i]), greys + crosses,
        panels_by_family(sheet,
                         {"Step h (dimensionless)",
                          fmt::format("Error of the {} (problem's units)", components[i])},
                         curves, true),
        3.0);
  }
  for (Quantity const& error : errors)
    for (Quantity const& cost : costs) {
      // Every error against the first cost, and the trajectory against every cost.
      if (&error != &errors.front() && &cost != &costs.front()) continue;
      std::vector<MethodCurve> curves;
      for (MethodResult const& method : problem.methods) {
        MethodCurve curve = curve_of(method);
        for (WorkPoint const& run : method.work) {
          bool const failed = is_failure(run, error.value);
          if (!failed && (!(run.*cost.value) || !(run.*error.value))) continue;
          curve.points.push_back(
              {(run.*cost.value).value_or(NAN), (run.*error.value).value_or(NAN), failed});
        }
        curves.push_back(curve);
      }
      auto const shows = [](MethodCurve const& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(),
                           [](PlotPoint const& p) { return drawable(p.x) && !p.failed; });
      };
      if (std::none_of(curves.begin(), curves.end(), shows)) continue;
      add(fmt::format("work_{}_{}", error.id, cost.id), "work",
          fmt::format("{} against {}", error.title, cost.label), greys + crosses,
          panels_by_family(sheet, {cost.axis(), error.axis()}, curves, true), 3.0);
    }

  sheet.render();
  fs::create_directories(folder / "figures");
  for (json const& figure : list)
    for (char const* format : {"svg", "pdf"}) {
      std::string const name = fmt::format("{}.{}", figure.at("id").get<std::string>(), format);
      write_atomically(folder / "figures" / name, read_text(scratch.path() / "figures" / name));
    }
  return list;
}

}  // namespace rattleback
