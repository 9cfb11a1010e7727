#include "reports/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <nlohmann/json.hpp>

#include "base/c_locale.hpp"
#include "base/files/files.hpp"
#include "reports/comparison/panels.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/comparison/view.hpp"
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

/// Draws the figures of `problem` as `folder`/figures/PROBLEM_NAME.svg and .pdf: path, energy
/// error, convergence and work-precision diagrams of the positions. Each method family has its own
/// panel; all panels share the axes. Work-precision panels also show the least error of all methods
/// in grey. A failed run is a cross at its cost in the strip along the upper edge of the panel.
/// Returns a list of {"id", "kind" ("motion", "energy", "convergence" or "work"), "title",
/// "caption", "width"}.
json render_figures_of(ProblemResult const& problem, fs::path const& folder, Watch const& watch) {
  fs::create_directories(folder / "figures");
  Figures figures(problem);
  figures.add_path();
  figures.add_energy();
  figures.add_convergence();
  figures.add_work();
  return figures.render(folder, watch);
}

/// Runs are written as CSV only: hundreds of rows do not fit on paper.
void write_runs(fs::path const& folder, std::string const& name, Table const& table) {
  write_atomically(folder / (name + ".csv"), to_csv(table));
}

void write_table(fs::path const& folder, std::string const& name, Table const& table,
                 std::string const& origin) {
  write_runs(folder, name, table);
  auto const comment = origin.empty() ? "" : "% " + origin + "\n";
  write_atomically(folder / (name + ".tex"), comment + to_latex(table));
}

fs::path list_of_figures(ProblemResult const& problem, fs::path const& folder) {
  return folder / "figures" / (problem.id + ".json");
}

void draw_problem(ProblemResult const& problem, fs::path const& folder, Watch const& watch) {
  write_atomically(list_of_figures(problem, folder),
                   json_text(render_figures_of(problem, folder, watch), 1) + "\n");
  fs::path const tables = folder / "tables";
  for (Table const& table :
       {orders_table(problem), structure_table(problem), invariants_table(problem)})
    if (!table.rows.empty())
      write_table(tables, problem.id + "_" + table.id, table, problem.origin);
  write_runs(tables, problem.id + "_work", work_table(problem));
}

/// Draws two problems at a time: each figure is drawn by a process, which takes most of the time.
void draw_problems(std::vector<ProblemResult> const& problems, fs::path const& folder,
                   Watch const& watch) {
  std::atomic<std::size_t> next = 0;
  auto const draw_some = [&] {
    CLocale const numbers_with_a_point;
    for (std::size_t i; (i = next++) < problems.size();) draw_problem(problems[i], folder, watch);
  };
  auto other = std::async(std::launch::async, draw_some);
  try {
    draw_some();
  } catch (...) {
    next = problems.size();  // the other thread finishes its problem
    throw;
  }
  other.get();
}

}  // namespace

void draw_comparison(fs::path const& results_folder, Watch const& watch, Skip const& skip) {
  fs::path const folder = results_folder / "comparison";
  if (!fs::is_directory(folder))
    throw IoError(fmt::format("there is no folder '{}'", folder.string()));
  auto const problems = read_comparison(folder, skip);
  fs::create_directories(folder / "tables");
  draw_problems(problems, folder, watch);
  Table const matrix = matrix_table(problems);
  write_table(folder / "tables", matrix.id, matrix,
              problems.empty() ? "" : problems.front().origin);
}

json comparison_figures(ProblemResult const& problem, fs::path const& results_folder) {
  fs::path const list = list_of_figures(problem, results_folder / "comparison");
  return fs::exists(list) ? read_json(list) : json::array();
}

}  // namespace rattleback::reports
