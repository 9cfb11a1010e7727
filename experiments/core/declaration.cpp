#include "experiments/core/declaration.hpp"

#include <nlohmann/json.hpp>

namespace rattleback {

namespace {

using nlohmann::json;

json range(std::optional<std::pair<double, double>> const& r) {
  return r ? json::array({r->first, r->second}) : json(nullptr);
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
    panels.push_back({{"title", p.title},
                      {"x_label", p.x_label},
                      {"y_label", p.y_label},
                      {"x_scale", p.x_scale},
                      {"y_scale", p.y_scale},
                      {"x_range", range(p.x_range)},
                      {"y_range", range(p.y_range)},
                      {"key", p.key},
                      {"series", curves}});
  }
  return {{"id", f.id},       {"number", f.number}, {"caption", f.caption}, {"columns", f.columns},
          {"width", f.width}, {"height", f.height}, {"panels", panels}};
}

json criterion_json(Criterion const& c) {
  return {{"low", c.low}, {"high", c.high}, {"words", c.words}};
}

json claim_json(Claim const& c) {
  return {
      {"id", c.id},
      {"place", c.place},
      {"statement", c.statement},
      {"printed", c.printed},
      {"criterion", criterion_json(c.criterion)},
      {"reason", c.reason},
      {"correction", c.correction},
      {"assumption", c.assumption},
      {"quick_criterion", c.quick_criterion ? criterion_json(*c.quick_criterion) : json(nullptr)}};
}

}  // namespace

json declaration(Experiment const& experiment) {
  json choices = json::array(), claims = json::array(), figures = json::array();
  for (auto const& c : experiment.choices)
    choices.push_back({{"open", c.open}, {"choice", c.choice}, {"reason", c.reason}});
  for (auto const& c : experiment.claims) claims.push_back(claim_json(c));
  for (auto const& f : experiment.figures) figures.push_back(figure_json(f));
  return {{"id", experiment.id},       {"paper", experiment.paper}, {"title", experiment.title},
          {"about", experiment.about}, {"choices", choices},        {"claims", claims},
          {"figures", figures}};
}

}  // namespace rattleback
