#include "program/text/run_figure.hpp"

#include <algorithm>
#include <cmath>

#include "reports/drawing/symbols.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

std::string const table = "nodes.csv";
std::string const time_label = "Time {/:Italic t}";

/// Returns the name of an invariant as text.
std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return reports::literal(name);
}

std::vector<PictureSeries> against_time(std::vector<std::string> const& names) {
  std::vector<PictureSeries> list;
  for (auto const& name : names) list.push_back({table, "t", name, reports::symbol(name)});
  return list;
}

void append(json& panels, json const& more) {
  for (json const& panel : more) panels.push_back(panel);
}

}  // namespace

RunFigure::RunFigure(std::string const& path, ProblemCard const& problem,
                     std::optional<Section> const& section)
    : picture_(path),
      problem_(problem),
      section_(section),
      table_(picture_.sheet().table_path(table).string()),
      first_invariant_(1 + problem.coordinates.size() + problem.velocities.size()) {}

void RunFigure::begin(std::vector<std::string> const& columns) {
  columns_ = columns;
  end_of_invariants_ = columns.size() - (columns.back() == "tau" ? 1 : 0);
  // The table of a driven system ends with energy and work.
  if (!problem_.driven.empty() && !section_) end_of_invariants_ -= 2;
  table_.begin(columns);
}

void RunFigure::row(std::vector<double> const& numbers) { add(numbers, at_start_); }
void RunFigure::row(std::vector<RawQuad> const& numbers) { add(numbers, at_start_in_quad_); }

template <class S>
void RunFigure::add(std::vector<S> numbers, std::vector<S>& at_start) {
  if (at_start.empty()) at_start = numbers;
  // In the precision of the run: deviations are often below the rounding of a double.
  for (std::size_t i = first_invariant_; i < end_of_invariants_; ++i) {
    S const deviation = numbers[i] - at_start[i];
    numbers[i] = deviation < 0 ? -deviation : deviation;
  }
  table_.row(std::vector<double>(numbers.begin(), numbers.end()));
}

json RunFigure::node_panels() const {
  json panels = json::array();
  auto const& q = problem_.coordinates;
  if (q.size() > 1)
    panels.push_back(
        panel_json({"Path", reports::symbol(q[0]), reports::symbol(q[1])}, {{table, q[0], q[1]}}));
  append(panels, panels_of_six({"Coordinates", time_label, "Coordinate"}, against_time(q)));
  append(panels,
         panels_of_six({"Velocities", time_label, "Velocity"}, against_time(problem_.velocities)));
  std::vector<PictureSeries> deviations;
  for (std::size_t i = first_invariant_; i < end_of_invariants_; ++i)
    deviations.push_back({table, "t", columns_[i], words_of(columns_[i])});
  PicturePanel panel{"Invariants", time_label, "|Deviation from the initial value|"};
  panel.logarithmic_y = true;
  append(panels, panels_of_six(panel, deviations));
  if (!problem_.driven.empty())
    append(panels, panels_of_six({"Energy and work", time_label, "Energy, work"},
                                 {{table, "t", columns_[end_of_invariants_], "energy"},
                                  {table, "t", columns_[end_of_invariants_ + 1], "work"}}));
  return panels;
}

void RunFigure::finish() {
  table_.finish({});
  picture_.finish(section_ ? crossing_panels(problem_, *section_, columns_, table) : node_panels());
}

json crossing_panels(ProblemCard const& problem, Section const& section,
                     std::vector<std::string> const& columns, std::string const& table) {
  auto const shown = [&](std::string const& name) {
    return name != section.component &&
           std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  auto const& q = problem.coordinates;
  auto const& v = problem.velocities;
  std::vector<std::pair<std::string, std::string>> pairs;
  if (q.size() == v.size())
    for (std::size_t i = 0; i < q.size(); ++i)
      if (shown(q[i]) && shown(v[i])) pairs.emplace_back(q[i], v[i]);
  if (pairs.empty()) {
    std::vector<std::string> names;
    for (auto const* list : {&q, &v})
      std::copy_if(list->begin(), list->end(), std::back_inserter(names), shown);
    if (names.size() == 1) names.insert(names.begin(), "t");
    for (std::size_t i = 0; i + 1 < names.size(); i += 2)
      pairs.emplace_back(names[i], names[i + 1]);
  }
  json panels = json::array();
  for (auto const& [x, y] : pairs)
    panels.push_back(
        panel_json({"", x == "t" ? time_label : reports::symbol(x), reports::symbol(y), "dots"},
                   {{table, x, y}}));
  return panels;
}

}  // namespace rattleback
