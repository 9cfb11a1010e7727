#include "program/figures/run_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/stated_multipliers.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "reports/drawing/sheet.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

std::string const node_table = "nodes.csv", error_table = "errors.csv";
std::string const time_label = "Time $t$";
std::string const violation = "constraint violation";
// Points of a curve. Errors oscillate: many maxima of short parts would cover the panel.
constexpr long most_nodes = 2500, most_errors = 400;

/// Returns the name of an invariant as text.
std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// True if the name of a coordinate is that of a length in the cards: x, y or z, with a number.
bool is_length(std::string const& name) {
  return std::string_view("xyz").find(name.front()) != std::string_view::npos &&
         name.find_first_not_of("0123456789", 1) == std::string::npos;
}

/// Returns the coordinates of the path: x and y if the problem has them, else the first two.
std::pair<std::string, std::string> plane_of(std::vector<std::string> const& q) {
  auto const has = [&](char const* name) { return std::find(q.begin(), q.end(), name) != q.end(); };
  if (has("x") && has("y")) return {"x", "y"};
  return {q[0], q[1]};
}

void append(json& panels, json const& more) {
  for (json const& panel : more) panels.push_back(panel);
}

/// Returns the number of rows of each of at most `most` parts of the run.
long part_length(RunSpec const& spec, long most) {
  return spec.every > 0 ? 1 + spec.steps / spec.every / most : 1;
}

}  // namespace

void RowParts::raise(std::vector<double>& row, std::vector<double> const& other) const {
  for (std::size_t i = first_error_; i < row.size(); ++i) row[i] = larger_or_nan(row[i], other[i]);
}

FirstOscillations::FirstOscillations(std::size_t first, std::size_t end)
    : first_(first), components_(end - first) {}

void FirstOscillations::follow(Component& c, double value) {
  c.low = std::min(c.low, value);
  c.high = std::max(c.high, value);
  size_ = std::max({size_, std::abs(c.low), std::abs(c.high)});
  double const range = c.high - c.low;
  if (range <= 1e-6 * size_) return;  // constant up to rounding
  double const moved = value - c.extreme;
  if (c.direction == 0) {
    c.direction = moved > 0 ? 1 : -1;
    c.extreme = value;
  } else if (moved * c.direction > 0) {
    c.extreme = value;
  } else if (std::abs(moved) > 0.1 * range) {
    c.direction = -c.direction;
    c.extreme = value;
    most_turns_ = std::max(most_turns_, ++c.turns);
  }
}

void FirstOscillations::add(std::vector<double> const& row) {
  long const shown_turns = 40;
  std::size_t const most_rows = 4000;
  bool const is_first = seen_ == 0;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    double const value = row[first_ + i];
    if (!std::isfinite(value)) continue;
    if (is_first) components_[i] = {value, value, value, 0, 0};
    follow(components_[i], value);
  }
  if (most_turns_ <= shown_turns && seen_ % stride_ == 0) rows_.push_back(row);
  ++seen_;
  if (rows_.size() < most_rows) return;
  for (std::size_t i = 1; 2 * i < rows_.size(); ++i) rows_[i] = std::move(rows_[2 * i]);
  rows_.resize((rows_.size() + 1) / 2);
  stride_ *= 2;
}

RunFigure::RunFigure(FigureRequest const& request, ProblemEntry const& problem,
                     MethodCard const& method, RunSpec const& spec)
    : request_(request),
      picture_(request.file, request.width),
      problem_(problem),
      method_(method),
      spec_(spec),
      nodes_(picture_.sheet().table_path(node_table).string()),
      errors_(picture_.sheet().table_path(error_table).string()),
      first_invariant_(1 + problem.card.coordinates.size() + problem.card.velocities.size()),
      node_parts_(part_length(spec, most_nodes), std::string::npos),
      error_parts_(part_length(spec, most_errors), first_invariant_),
      of_coordinates_(1, 1 + problem.card.coordinates.size()),
      of_velocities_(1 + problem.card.coordinates.size(), first_invariant_) {
  auto const wants = [&](char const* panel) {
    return std::find(request.panels.begin(), request.panels.end(), panel) != request.panels.end();
  };
  if (spec.section && !request.panels.empty())
    throw InvalidInput("--panel and --section cannot be combined");
  if (wants("path") && problem.card.coordinates.size() < 2)
    throw InvalidInput(fmt::format("--panel path: {} has only one coordinate", problem.card.id));
  if (wants("work") && problem.card.driven.empty())
    throw InvalidInput(fmt::format(
        "--panel work: no force and no prescribed motion does work on {}", problem.card.id));
  shows_violation_ = wants("constraint");
  if (!shows_violation_) return;
  if (method.velocity_node == -0.5 && spec.every != 1)
    throw InvalidInput(fmt::format(
        "--panel constraint needs every node, because the velocities of {} belong to the intervals "
        "between nodes; omit --every",
        method.id));
}

void RunFigure::begin(std::vector<std::string> const& columns) {
  columns_ = columns;
  end_of_invariants_ = columns.size();
  if (spec_.tabulates_multipliers) {
    end_of_invariants_ -= static_cast<std::size_t>(stated_constraints(problem_));
    multipliers_.assign(columns.begin() + static_cast<long>(end_of_invariants_), columns.end());
    of_multipliers_.emplace(end_of_invariants_, columns.size());
  }
  if (columns[end_of_invariants_ - 1] == "tau") --end_of_invariants_;
  // The table of a driven system ends with energy and work.
  if (!problem_.card.driven.empty() && !spec_.section) end_of_invariants_ -= 2;
  nodes_.begin(columns);
  auto with_violation = columns;
  with_violation.push_back(violation);
  errors_.begin(with_violation);
}

void RunFigure::row(std::vector<double> const& numbers) {
  if (shows_violation_ && !violation_) violation_.emplace(problem_, method_, spec_);
  add(numbers, reference_);
}
void RunFigure::row(std::vector<RawQuad> const& numbers) {
  if (shows_violation_ && !violation_in_quad_) violation_in_quad_.emplace(problem_, method_, spec_);
  add(numbers, reference_in_quad_);
}

template <class S>
void RunFigure::add(std::vector<S> numbers, std::vector<S>& reference) {
  if (spec_.section) return nodes_.row(std::vector<double>(numbers.begin(), numbers.end()));
  double phi = 0;
  if (shows_violation_) {
    if constexpr (std::is_same_v<S, double>)
      phi = violation_->at(numbers);
    else
      phi = violation_in_quad_->at(numbers);
  }
  // The first row has another energy if velocities belong to intervals.
  long const first = method_.velocity_node == 0 ? 0 : 1;
  if (rows_++ <= first) reference = numbers;
  // In the precision of the run: deviations are often below the rounding of a double.
  for (std::size_t i = first_invariant_; i < end_of_invariants_; ++i) {
    S const deviation = numbers[i] - reference[i];
    numbers[i] = deviation < 0 ? -deviation : deviation;
  }
  std::vector<double> row(numbers.begin(), numbers.end());
  of_coordinates_.add(row);
  of_velocities_.add(row);
  if (of_multipliers_ && rows_ > 1) of_multipliers_->add(row);  // the first row has none
  node_parts_.add(row, [&](std::vector<double> const& part) { nodes_.row(part); });
  row.push_back(phi);
  error_parts_.add(row, [&](std::vector<double> const& part) { errors_.row(part); });
}

json RunFigure::path() const {
  auto const [x, y] = plane_of(problem_.card.coordinates);
  PicturePanel panel{"Path", reports::symbol(x), reports::symbol(y)};
  panel.equal = is_length(x) && is_length(y);
  // Lines between distant nodes would show no path.
  double const turns_per_row = double(of_coordinates_.turns()) / double(std::max(rows_, 1L));
  if (of_coordinates_.crowded())
    panel.style =
        turns_per_row * double(part_length(spec_, most_nodes)) > 0.1 ? "dots" : "hairlines";
  return json::array({panel_json(panel, {{node_table, x, y}})});
}

json RunFigure::components(FirstOscillations const& beginning, std::string const& title,
                           std::vector<std::string> const& names) {
  std::string data = node_table;
  PicturePanel panel{title, time_label, title};
  if (beginning.crowded()) {
    auto named = columns_;
    if (names != multipliers_) named.resize(first_invariant_);
    auto text = fmt::format("{}\n", fmt::join(named, ","));
    for (auto const& row : beginning.rows()) {
      auto const end = row.begin() + static_cast<long>(named.size());
      text += fmt::format("{}\n", fmt::join(row.begin(), end, ","));
    }
    data = picture_.sheet().table(text);
    panel.title += ", first oscillations";
  }
  std::vector<PictureSeries> list;
  for (auto const& name : names) list.push_back({data, "t", name, reports::symbol(name)});
  return panels_of_six(panel, list);
}

json RunFigure::errors(std::string const& title, std::string const& label, std::size_t first,
                       std::size_t end) const {
  std::vector<PictureSeries> list;
  for (std::size_t i = first; i < end; ++i)
    list.push_back({error_table, "t", columns_[i], end - first == 1 ? "" : words_of(columns_[i])});
  PicturePanel panel{title, time_label, label};
  panel.logarithmic_y = true;
  return panels_of_six(panel, list);
}

json RunFigure::work() const {
  return panels_of_six({"Energy and work", time_label, "Energy, work"},
                       {{node_table, "t", columns_[end_of_invariants_], "energy"},
                        {node_table, "t", columns_[end_of_invariants_ + 1], "work"}});
}

json RunFigure::constraint() const {
  PicturePanel panel{"Constraint", time_label, "Largest |φ($q$, $v$)|"};
  panel.logarithmic_y = true;
  return json::array({panel_json(panel, {{error_table, "t", violation}})});
}

json RunFigure::node_panels() {
  auto const& card = problem_.card;
  bool const driven = !card.driven.empty();
  json panels = json::array();
  for (auto const& name : request_.panels) {
    auto const before = panels.size();
    if (name == "path") append(panels, path());
    if (name == "work") append(panels, work());
    if (name == "lambda") append(panels, components(*of_multipliers_, "Multipliers", multipliers_));
    if (name == "energy")
      append(panels, errors("Energy", driven ? "|$E − E_0 − W$|" : "|$H$ − $H_0$|",
                            first_invariant_, first_invariant_ + 1));
    if (name == "constraint") append(panels, constraint());
    if (name == "q") append(panels, components(of_coordinates_, "Coordinates", card.coordinates));
    if (name == "v") append(panels, components(of_velocities_, "Velocities", card.velocities));
    if (panels.size() > before) continue;
    bool const is_coordinate = std::ranges::count(card.coordinates, name) > 0;
    append(panels, components(is_coordinate ? of_coordinates_ : of_velocities_,
                              reports::symbol(name), {name}));
  }
  if (panels.size() == 1 && panels[0].at("title").get<std::string>().find(',') == std::string::npos)
    panels[0]["title"] = "";
  if (!request_.panels.empty()) return panels;
  if (card.coordinates.size() > 1) append(panels, path());
  append(panels, components(of_coordinates_, "Coordinates", card.coordinates));
  append(panels, components(of_velocities_, "Velocities", card.velocities));
  append(panels, errors("Invariants", "|Deviation from the initial value|", first_invariant_,
                        end_of_invariants_));
  if (driven) append(panels, work());
  return panels;
}

void RunFigure::finish() {
  node_parts_.finish([&](std::vector<double> const& part) { nodes_.row(part); });
  error_parts_.finish([&](std::vector<double> const& part) { errors_.row(part); });
  nodes_.finish({});
  errors_.finish({});
  picture_.finish(spec_.section
                      ? crossing_panels(problem_.card, *spec_.section, columns_, node_table)
                      : node_panels());
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
