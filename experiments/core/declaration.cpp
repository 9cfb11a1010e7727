#include "experiments/core/declaration.hpp"

#include <nlohmann/json.hpp>
#include <regex>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

/// Adds an axis to a panel: "x_label", "x_scale", ... for the name "x".
void add_axis(json& panel, std::string const& name, Axis const& axis) {
  auto const& range = axis.range;
  panel[name + "_label"] = axis.label;
  panel[name + "_scale"] = axis.scale;
  panel[name + "_range"] = range ? json::array({range->first, range->second}) : json(nullptr);
  if (!axis.names.empty()) panel[name + "_names"] = axis.names;
  if (!axis.names_from.empty()) panel[name + "_names_from"] = axis.names_from;
}

json figure_json(Figure const& f) {
  json panels = json::array();
  for (auto const& p : f.panels) {
    json curves = json::array();
    for (auto const& s : p.series) {
      curves.push_back({{"data", s.data},
                        {"x", s.x},
                        {"y", s.y},
                        {"style", s.style},
                        {"label", s.label},
                        {"emphasis", s.emphasis}});
      if (!s.group.empty()) curves.back()["group"] = s.group;
    }
    panels.push_back({{"title", p.title}, {"key", p.key}, {"series", curves}});
    add_axis(panels.back(), "x", p.x);
    add_axis(panels.back(), "y", p.y);
  }
  return {{"id", f.id},       {"number", f.number}, {"caption", f.caption}, {"columns", f.columns},
          {"width", f.width}, {"height", f.height}, {"panels", panels}};
}

/// Leaves in all texts the sizes of the run: "10,000 orbits (quick: 1000)" becomes "10,000 orbits"
/// or, in a quick run, "1000 orbits".
void state_sizes(json& value, bool quick) {
  static std::regex const pair(R"((?:([\d,]+)((?: [a-z]+){0,2})|(\w+)) \(quick: ([^)]*)\))");
  if (value.is_string())
    value = std::regex_replace(value.get<std::string>(), pair, quick ? "$4$2" : "$1$2$3");
  else if (value.is_structured())
    for (json& member : value) state_sizes(member, quick);
}

/// Writes the names that a study supplied for axes into the panels.
void fill_names(json& description) {
  json const lists = description.value("names", json::object());
  for (json& figure : description.at("figures"))
    for (json& panel : figure.at("panels"))
      for (std::string const axis : {"x_names", "y_names"}) {
        auto const from = panel.find(axis + "_from");
        if (from == panel.end()) continue;
        std::string const list = *from;
        if (!lists.contains(list)) {
          std::vector<std::string> known;
          for (auto const& [name, names] : lists.items()) known.push_back(name);
          throw_unknown("list of names", list, known);
        }
        panel[axis] = lists.at(list);
      }
}

}  // namespace

std::vector<Measurements::Key> measured_by(Experiment const& experiment,
                                           Declarations const& declared) {
  std::vector<Measurements::Key> keys;
  for (auto const& statement : declared.statements)
    for (auto const& reading : statement.readings)
      if (statement.paper == experiment.paper && reading.experiment == experiment.id &&
          reading.not_measured.empty())
        keys.emplace_back(statement.id, reading.name);
  return keys;
}

json declaration(Experiment const& experiment) {
  json choices = json::array(), figures = json::array(), measures = json::array();
  for (auto const& c : experiment.choices)
    choices.push_back({{"open", c.open}, {"choice", c.choice}, {"reason", c.reason}});
  auto const& all = declarations();
  for (auto const& [statement, reading] : measured_by(experiment, all))
    measures.push_back({{"statement", statement}, {"reading", reading}});
  auto const is_own = [&](auto const& item) {
    return item.paper == experiment.paper && item.experiment == experiment.id;
  };
  for (auto const& finding : all.findings)
    if (is_own(finding)) measures.push_back({{"finding", finding.id}});
  for (auto const& erratum : all.errata)
    if (is_own(erratum)) measures.push_back({{"erratum", erratum.id}});
  for (auto const& f : experiment.figures) figures.push_back(figure_json(f));
  return {{"id", experiment.id},       {"paper", experiment.paper}, {"title", experiment.title},
          {"about", experiment.about}, {"choices", choices},        {"measures", measures},
          {"figures", figures}};
}

void update_texts(json& description, Experiment const& experiment, bool quick) {
  description.update(declaration(experiment));
  state_sizes(description, quick);
  fill_names(description);
}

}  // namespace rattleback
