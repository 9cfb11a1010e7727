#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/formulas/formulas.hpp"
#include "reports/comparison/view.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

json tags_of(ProblemResult const& problem) {
  json tags = {problem.constant_mass ? "constant mass" : "varying mass",
               problem.on_group ? "group" : "vector space"};
  if (problem.driven) tags.push_back("driven");
  return tags;
}

json tags_of(Problems const& problems, MethodResult const& method) {
  json tags = json::array();
  if (is_explicit(problems, method.id)) tags.push_back("explicit");
  for (ProblemResult const& problem : problems) {
    MethodResult const* const here = problem.method(method.id);
    if (here == nullptr || !here->applies()) continue;
    for (auto const& [tag, has] : {std::pair{"varying mass", !problem.constant_mass},
                                   {"group", problem.on_group},
                                   {"driven", problem.driven}})
      if (has && std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
  }
  if (method.promises_reversible) tags.push_back("reversible");
  if (method.promises_constraint) tags.push_back("constraint");
  if (method.baseline) tags.push_back("baseline");
  return tags;
}

json number_or_null(Number number) {
  return number && std::isfinite(*number) ? json(*number) : json(nullptr);
}

/// Returns log10 of the energy deviation relative to the largest kinetic energy, to one decimal.
json decades(Drift const& energy) {
  if (!energy.relative() || !(*energy.relative() > 0)) return nullptr;
  double const value = std::log10(*energy.relative());
  return std::isfinite(value) ? json(std::round(10 * value) / 10) : json(nullptr);
}

json cell_of(MethodResult const& method, bool energy_varies) {
  Cell const cell = assess(method);
  Structure const structure = method.structure.value_or(Structure{});
  std::vector<std::string> notes = cell.broken;
  if (!structure.reason.empty()) notes.push_back(structure.reason);
  if (structure.energy.lost_at)
    notes.push_back(fmt::format("motion lost after t = {:.4g}", *structure.energy.lost_at));
  if (!method.gave_up.empty()) notes.push_back(method.gave_up);
  if (energy_varies) notes.push_back("the energy of the motion itself varies");
  auto const note = fmt::format("{}", fmt::join(notes, "; "));
  if (energy_varies) return {cell.kind, nullptr, "", cell.order, note};
  return {cell.kind, decades(structure.energy), structure.energy.growth(), cell.order, note};
}

/// Returns the colour of a cell, as in the style sheet.
char const* colour_of(json const& cell) {
  if (cell.at(0) == "failed") return "#ffffff";
  if (cell.at(0) == "lost") return "#2a0036";
  if (cell.at(2) == "exact") return "#fde725";
  if (cell.at(1).is_null()) return "#b9b9b9";
  double const size = cell.at(1);
  return size <= -8   ? "#a0da39"
         : size <= -6 ? "#4ac16d"
         : size <= -4 ? "#1fa187"
         : size <= -2 ? "#365c8d"
         : size <= -1 ? "#46327e"
                      : "#2a0036";
}

}  // namespace

json heat_map(Problems const& problems,
              std::function<std::string(std::string const& problem)> const& first_method) {
  auto const methods = methods_of(problems);
  json map = {{"measured", problems.empty() ? "" : problems.front().build},
              {"origin", problems.empty() ? "" : problems.front().origin},
              {"methods", json::array()},
              {"problems", json::array()},
              {"cells", json::array()},
              {"reasons", json::array()}};
  for (MethodResult const* method : methods)
    map["methods"].push_back(
        {{"id", method->id},
         {"name", method->name},
         {"family", method->family},
         {"order", method->adaptive ? json(nullptr) : number_or_null(method->promised_order)},
         {"tags", tags_of(problems, *method)}});
  std::vector<std::string> reasons;
  for (ProblemResult const& problem : problems) {
    std::string const first = first_method(problem.id);
    map["problems"].push_back({{"id", problem.id},
                               {"name", formulas::plain_prose(problem.name)},
                               {"tags", tags_of(problem)},
                               {"first", first.empty() ? json(nullptr) : json(first)}});
    json row = json::array();
    for (MethodResult const* method : methods) {
      MethodResult const* const here = problem.method(method->id);
      if (here == nullptr) {
        row.push_back(nullptr);
      } else if (here->applies()) {
        row.push_back(cell_of(*here, problem.energy_varies));
      } else {
        auto const at = std::find(reasons.begin(), reasons.end(), here->not_applicable_because);
        row.push_back(at - reasons.begin());
        if (at == reasons.end()) reasons.push_back(here->not_applicable_because);
      }
    }
    map["cells"].push_back(row);
  }
  for (std::string& reason : reasons) reason = formulas::plain_prose(reason);
  map["reasons"] = reasons;
  return map;
}

std::string heat_map_picture(json const& map) {
  json const& cells = map.at("cells");
  std::map<std::string, std::string> squares;  // path by colour
  for (std::size_t row = 0; row < cells.size(); ++row)
    for (std::size_t column = 0; column < cells[row].size(); ++column)
      if (cells[row][column].is_array())
        squares[colour_of(cells[row][column])] +=
            fmt::format("M{} {}h7v7h-7z", 8 * column, 8 * row);
  std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">",
                                8 * map.at("methods").size(), 8 * cells.size());
  for (auto const& [colour, path] : squares)
    svg += fmt::format("<path fill=\"{}\" d=\"{}\"/>", colour, path);
  return svg + "</svg>\n";
}

}  // namespace rattleback::reports
