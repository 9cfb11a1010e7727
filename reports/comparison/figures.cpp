#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files/files.hpp"
#include "reports/comparison/comparison.hpp"
#include "reports/comparison/panels.hpp"
#include "reports/drawing/gnuplot.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string const crosses =
    " A cross in the strip along the top is a failed run; an error of 0 is on the lower edge.";
std::string const families = " Each panel shows one family.";
std::string const least =
    " Each panel shows one family; the grey line is the least error of all methods at each cost.";

double as_double(json const& value) { return value.is_number() ? value.get<double>() : NAN; }

/// Labels curves by ids, because names would not fit under a panel.
MethodCurve curve_of(MethodResult const& method) { return {method.id, method.family, {}}; }

MethodCurve work_curve(MethodResult const& method, Quantity const& cost, Quantity const& error) {
  MethodCurve curve = curve_of(method);
  for (WorkPoint const& run : method.work) {
    bool const failed = is_failure(run, error.value);
    if (!failed && (!(run.*cost.value) || !(run.*error.value))) continue;
    curve.points.push_back(
        {(run.*cost.value).value_or(NAN), (run.*error.value).value_or(NAN), failed});
  }
  return curve;
}

/// True if some curve has a finite cost; an axis of costs would else be empty.
bool shows(std::vector<MethodCurve> const& curves) {
  return std::any_of(curves.begin(), curves.end(), [](MethodCurve const& curve) {
    return std::any_of(curve.points.begin(), curve.points.end(),
                       [](PlotPoint const& p) { return drawable(p.x) && !p.failed; });
  });
}

/// Builder of the figures of one problem.
class Figures {
 public:
  explicit Figures(ProblemResult const& problem) : problem_(problem), sheet_(scratch_.path()) {}

  void add_path() {
    if (problem_.path.is_null()) return;
    json const& path = problem_.path;
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
        {"data", sheet_.table(text + "\n")}, {"x", x}, {"y", y}, {"style", "lines"}, {"label", ""}};
    add("path", "motion", fmt::format("The motion: {} against {}", y, x), "",
        json::array({{{"title", ""},
                      {"x_label", x + " (dimensionless)"},
                      {"y_label", y + " (dimensionless)"},
                      {"series", {series}}}}),
        3.4);
  }

  void add_energy() {
    std::vector<MethodCurve> curves;
    for (EnergyError const& entry : problem_.energy) {
      MethodResult const* const method = problem_.method(entry.method);
      if (method == nullptr) continue;
      MethodCurve curve = curve_of(*method);
      for (std::size_t i = 0; i < entry.times.size(); ++i)
        curve.points.push_back({entry.times[i], entry.errors[i], !std::isfinite(entry.errors[i])});
      curves.push_back(curve);
    }
    bool const driven = problem_.driven;
    add("energy", "energy",
        driven ? "Balance of energy and work against time" : "Energy error against time",
        " Each panel shows one family." + crosses +
            " The curves are maxima of parts of the run of the comparison; a trend that the tables "
            "state for a later time was judged on longer runs.",
        panels_by_family(sheet_,
                         {"Time (dimensionless)",
                          driven ? "|E − E₀ − W| (problem's units)" : "|H − H₀| (problem's units)",
                          false, false, false},
                         curves),
        2.9);
  }

  /// Adds the convergence of the first component, the positions, without variants; the page draws
  /// the others.
  void add_convergence() {
    auto const components = components_of(problem_);
    if (components.empty()) return;
    std::string const& component = components.front();
    std::vector<MethodCurve> curves;
    for (MethodResult const& method : problem_.methods)
      for (OrderRow const& row : method.orders) {
        if (row.component != component) continue;
        MethodCurve curve = curve_of(method);
        if (!row.start.empty() && row.start != method.start) curve.label += ", " + row.start;
        for (std::size_t k = 0; k < row.steps.size(); ++k)
          curve.points.push_back({row.steps[k], row.errors[k], !std::isfinite(row.errors[k])});
        curves.push_back(curve);
      }
    add("convergence", "convergence", fmt::format("Convergence of the {}", component),
        families + crosses,
        panels_by_family(
            sheet_,
            {"Step h (dimensionless)", fmt::format("Error of the {} (problem's units)", component),
             true, true, false},
            curves),
        3.0);
  }

  /// Adds the position error against the first measured cost; the page draws the others.
  void add_work() {
    Quantity const& cost = first_measured_cost(problem_);
    Quantity const& error = errors.front();
    std::vector<MethodCurve> curves;
    for (MethodResult const& method : problem_.methods)
      curves.push_back(work_curve(method, cost, error));
    if (!shows(curves)) return;
    add(fmt::format("work_{}_{}", error.id, cost.id), "work",
        fmt::format("{} against {}", error.title, cost.label), least + crosses,
        panels_by_family(sheet_, {cost.axis(), error.axis()}, curves), 3.0);
  }

  json render(fs::path const& folder, Watch const& watch) {
    sheet_.render(Formats::vector, watch, problem_.origin);
    for (json const& figure : list_)
      for (char const* format : {"svg", "pdf"}) {
        std::string const name = fmt::format("{}.{}", figure.at("id").get<std::string>(), format);
        write_atomically(folder / "figures" / name, read_text(scratch_.path() / "figures" / name));
      }
    return list_;
  }

 private:
  void add(std::string const& name, char const* kind, std::string const& title,
           std::string const& notes, json const& panels, double row_height) {
    if (panels.empty()) return;
    std::string const id = problem_.id + "_" + name;
    sheet_.add(id, panels, row_height);
    list_.push_back({{"id", id},
                     {"kind", kind},
                     {"title", title},
                     {"caption", fmt::format("{}.{}", title, notes)},
                     {"width", sheet_.width_of(id)}});
  }

  ProblemResult const& problem_;
  ScratchFolder scratch_;
  Sheet sheet_;
  json list_ = json::array();
};

}  // namespace

json render_comparison_figures(ProblemResult const& problem, fs::path const& folder,
                               Watch const& watch) {
  fs::create_directories(folder / "figures");
  Figures figures(problem);
  figures.add_path();
  figures.add_energy();
  figures.add_convergence();
  figures.add_work();
  return figures.render(folder, watch);
}

}  // namespace rattleback::reports
