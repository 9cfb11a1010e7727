#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "experiments/comparison/comparison.hpp"
#include "experiments/core/measurements_json.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

/// Returns the values with six digits, for figures.
json drawn(std::vector<double> const& values) {
  json all = json::array();
  for (double x : values) all.push_back(std::strtod(fmt::format("{:.6g}", x).c_str(), nullptr));
  return all;
}

json behaviour_json(InvariantBehaviour const& b) {
  return {{"name", b.name},           {"class", b.words()},
          {"trend", b.trend()},       {"exponent", b.growth.exponent},
          {"deviation", b.deviation}, {"scale", b.scale},
          {"lost_at", b.lost_at},     {"time", b.time},
          {"needs", b.needs()}};
}

json structure_json(Structure const& s) {
  json invariants = json::array();
  for (std::size_t i = 1; i < s.invariants.size(); ++i)
    invariants.push_back(behaviour_json(s.invariants[i]));
  json object{{"step", s.step},
              {"steps", s.steps},
              {"outcome", name_of(s.outcome)},
              {"reason", s.reason},
              {"failed_at", s.failed_at},
              {"constraint_violation", s.constraint_violation},
              {"reversibility_defect", s.reversibility_defect},
              {"volume_defect", s.volume_defect},
              {"step_sensitivity", s.step_sensitivity},
              {"newton_iterations_per_step", s.iterations_per_step},
              {"solver_error", s.solver_error},
              {"trust_time", s.trust_time.value_or(std::nan(""))},
              {"reversibility_axis",
               {{"class", name_of(s.axis.kind)}, {"where", s.axis.where}, {"rate", s.axis.rate}}},
              {"invariants", invariants}};
  if (!s.invariants.empty()) object["energy"] = behaviour_json(s.invariants.front());
  return object;
}

json work_json(WorkPoint const& p) {
  json object{{"parameter", p.adaptive ? "rtol" : "h"}, {"value", p.value},
              {"outcome", name_of(p.outcome)},          {"work", total_work(p.counts)},
              {"cpu_seconds", p.cpu_seconds},           {"position_error", p.position_error},
              {"velocity_error", p.velocity_error},     {"energy_error", p.energy_error},
              {"constraint_error", p.constraint_error}, {"invariant_error", p.invariant_error}};
  for (auto const& field : count_fields) object[field.name] = p.counts.*field.value;
  return object;
}

void add_results(json& object, MethodComparison const& m) {
  object["orders"] = json::array();
  for (auto const& c : m.orders)
    for (auto const& o : c.orders)
      object["orders"].push_back({{"start", c.start},
                                  {"component", o.component},
                                  {"promised", o.promised},
                                  {"order", o.order},
                                  {"confidence", o.confidence},
                                  {"points", o.points},
                                  {"steps", c.steps},
                                  {"errors", o.errors}});
  object["work"] = json::array();
  for (auto const& point : m.work) object["work"].push_back(work_json(point));
  if (m.has_long_run()) object["structure"] = structure_json(m.structure);
}

json method_json(MethodComparison const& m) {
  auto const& card = m.card;
  json object{{"id", card.id},
              {"name", card.name},
              {"source", card.source},
              {"equations", card.equations},
              {"applies_to", card.applies_to},
              {"refusal", m.not_applicable_because},
              {"adaptive", card.adaptive},
              {"baseline", card.baseline},
              {"known_limits", json::array()}};
  for (auto const& limit : card.known_limits)
    object["known_limits"].push_back(
        {{"sentence", limit.sentence}, {"reference", limit.reference}});
  if (!m.not_applicable_because.empty()) return object;
  object["start"] = m.start;
  int order = 0;
  for (auto const& start : card.starts)
    if (start.name == m.start) order = start.order;
  object["promises"] = {{"order", order},
                        {"reversible", card.reversible},
                        {"keeps_constraint", card.preserves_constraint}};
  if (!m.gave_up.empty()) object["gave_up"] = m.gave_up;
  add_results(object, m);
  return object;
}

json variant_json(MethodComparison const& variant) {
  auto const& card = variant.card;
  json object{{"id", card.id},
              {"of", variant.variant_of},
              {"adaptive", card.adaptive},
              {"baseline", card.baseline},
              {"promises", {{"order", card.starts.front().order}}}};
  add_results(object, variant);
  return object;
}

/// Returns the energy errors over the long runs, for figures.
json energy_pictures(Comparison const& c) {
  json pictures = json::array();
  for (auto const& m : c.methods)
    if (m.not_applicable_because.empty())
      pictures.push_back({{"method", m.card.id},
                          {"times", drawn(m.structure.energy_times)},
                          {"errors", drawn(m.structure.energy_errors)}});
  return pictures;
}

}  // namespace

json to_json(Comparison const& c) {
  auto const& p = c.problem;
  json object;
  object["problem"] = {{"id", p.id},
                       {"name", p.name},
                       {"lagrangian", p.lagrangian},
                       {"constant_mass", c.constant_mass},
                       {"on_group", c.on_group},
                       {"driven", p.driven},
                       {"constraints", p.constraints},
                       {"space", c.space},
                       {"ensemble_starts", c.ensemble_starts},
                       {"source", p.source},
                       {"coordinates", p.coordinates},
                       {"velocities", p.velocities},
                       {"invariants", p.invariants}};
  object["case"] = c.case_name;
  object["parameters"] = json::object();
  for (auto const& [name, value] : c.parameters) object["parameters"][name] = value;
  object["q"] = c.q;
  object["v"] = c.v;
  object["reference"] = {
      {"time", c.reference_time}, {"digits", c.reference_digits}, {"by", c.reference_by}};
  object["kinks"] = kinks_in_words(c.kinks);
  object["long_run_time"] = c.long_run_time;
  object["energy_scale"] = {{"value", c.energy_scale.value},
                            {"until", c.energy_scale.until},
                            {"own_deviation", c.energy_scale.own_deviation}};
  object["work_weights"] = json::object();
  for (auto const& field : count_fields)
    if (field.weight != 0) object["work_weights"][field.name] = field.weight;
  object["methods"] = json::array();
  for (auto const& m : c.methods) object["methods"].push_back(method_json(m));
  object["variants"] = json::array();
  for (auto const& variant : c.variants) object["variants"].push_back(variant_json(variant));
  object["advice"] = json::array();
  for (auto const& a : c.advice)
    object["advice"].push_back({{"rule", a.rule}, {"sentence", a.sentence}});
  json rows = json::array();
  for (auto const& row : c.path) rows.push_back(drawn(row));
  auto columns = p.coordinates;
  columns.insert(columns.begin(), "t");
  // Figures show the first two coordinates, as in the papers.
  object["pictures"] = {{"path",
                         {{"x", p.coordinates.front()},
                          {"y", p.coordinates.size() > 1 ? p.coordinates[1] : "t"},
                          {"columns", columns},
                          {"rows", rows}}},
                        {"energy", energy_pictures(c)}};
  name_non_finite(object);
  return object;
}

}  // namespace rattleback
