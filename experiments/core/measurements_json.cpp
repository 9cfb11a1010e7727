#include "experiments/core/measurements_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace rattleback {

using nlohmann::json;

json number_json(double number) {
  if (std::isfinite(number)) return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

void name_non_finite(json& value) {
  if (value.is_number_float()) value = number_json(value);
  if (value.is_structured())
    for (json& item : value) name_non_finite(item);
}

namespace {

double number_of(json const& value) {
  if (value == "nan") return std::nan("");
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return value;
}

json curves_of(std::string const& name, Table const& table) {
  json curves = json::array();
  auto const rows = table.rows.size();
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    double squares = 0, moment = 0;
    long finite = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      double const x = table.rows[k][column];
      if (!std::isfinite(x)) continue;
      ++finite;
      squares += x * x;
      moment += static_cast<double>(k + 1) / static_cast<double>(rows) * x;
    }
    curves.push_back({{"table", name},
                      {"column", table.columns[column]},
                      {"rows", rows},
                      {"finite", finite},
                      {"norm", std::sqrt(squares)},
                      {"moment", moment}});
  }
  return curves;
}

json instance_json(Measurements::Key const& key, char const* named, Instance const& instance) {
  auto const& m = instance.measured;
  json details = json::array();
  for (auto const& [name, value] : m.details) details.push_back({{"name", name}, {"value", value}});
  return {{"statement", key.first},    {named, key.second},
          {"instance", instance.name}, {"value", m.value},
          {"details", details},        {"steps", m.steps},
          {"epsilon", m.epsilon},      {"sampling_error", m.sampling_error},
          {"growth", m.growth}};
}

Instance instance_of(json const& m) {
  Measured measured{.value = number_of(m.at("value")),
                    .steps = m.at("steps"),
                    .epsilon = m.at("epsilon"),
                    .sampling_error = number_of(m.at("sampling_error")),
                    .growth = m.at("growth")};
  for (json const& detail : m.at("details"))
    measured.details.emplace_back(detail.at("name"), number_of(detail.at("value")));
  return {m.at("instance"), measured};
}
}  // namespace

json measurements_json(Study const& study) {
  json file = {{"measured", json::array()},        {"controls", json::array()},
               {"errata_used", study.errata_used}, {"not_run", json::array()},
               {"findings", json::array()},        {"errata", json::array()},
               {"curves", json::array()}};
  for (auto const& [name, table] : study.tables)
    for (auto& curve : curves_of(name, table)) file["curves"].push_back(std::move(curve));
  for (auto const& [key, instances] : study.readings.instances)
    for (auto const& instance : instances)
      file["measured"].push_back(instance_json(key, "reading", instance));
  for (auto const& [key, instances] : study.readings.controls)
    for (auto const& instance : instances)
      file["controls"].push_back(instance_json(key, "control", instance));
  for (auto const& [key, why] : study.readings.not_run)
    file["not_run"].push_back({{"statement", key.first}, {"reading", key.second}, {"why", why}});
  for (auto const& [id, e] : study.evidence)
    file["findings"].push_back({{"id", id},
                                {"value", e.numbers.value},
                                {"control", e.numbers.control},
                                {"neighbours", e.numbers.neighbours},
                                {"words", e.words}});
  for (auto const& [id, d] : study.defects)
    file["errata"].push_back(
        {{"id", id}, {"printed", d.printed}, {"right", d.right}, {"words", d.words}});
  name_non_finite(file);
  return file;
}

void PaperMeasurements::add(json const& file) {
  for (json const& m : file.at("measured"))
    readings.instances[{m.at("statement"), m.at("reading")}].push_back(instance_of(m));
  for (json const& m : file.at("controls"))
    readings.controls[{m.at("statement"), m.at("control")}].push_back(instance_of(m));
  for (json const& n : file.at("not_run"))
    readings.not_run[{n.at("statement"), n.at("reading")}] = n.at("why");
  for (json const& f : file.at("findings")) {
    Study::FindingNumbers numbers{number_of(f.at("value")), number_of(f.at("control"))};
    for (json const& number : f.at("neighbours")) numbers.neighbours.push_back(number_of(number));
    evidence[f.at("id")] = {std::move(numbers), f.at("words")};
  }
  for (json const& e : file.at("errata"))
    defects[e.at("id")] = {number_of(e.at("printed")), number_of(e.at("right")), e.at("words")};
}

}  // namespace rattleback
