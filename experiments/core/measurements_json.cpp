#include "experiments/core/measurements_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace rattleback {

using nlohmann::json;

namespace {
double number_of(json const& value) {
  if (!value.is_string()) return value.get<double>();
  std::string const& text = value.get_ref<std::string const&>();
  if (text == "nan") return std::nan("");
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::invalid_argument("'" + text + "' is no number");
}
}  // namespace

json number_json(double number) {
  if (std::isfinite(number)) return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

json measurements_json(Findings const& findings) {
  json file = {{"measured", json::array()},
               {"not_run", json::array()},
               {"findings", json::array()},
               {"errata", json::array()}};
  for (auto const& [key, instances] : findings.readings.instances)
    for (auto const& [name, m] : instances)
      file["measured"].push_back({{"statement", key.first},
                                  {"reading", key.second},
                                  {"instance", name},
                                  {"value", number_json(m.value)},
                                  {"words", m.words},
                                  {"steps", m.steps},
                                  {"epsilon", m.epsilon},
                                  {"sampling_error", number_json(m.sampling_error)},
                                  {"growth", m.growth}});
  for (auto const& [key, why] : findings.readings.not_run)
    file["not_run"].push_back({{"statement", key.first}, {"reading", key.second}, {"why", why}});
  for (auto const& [id, e] : findings.evidence)
    file["findings"].push_back({{"id", id}, {"value", number_json(e.value)}, {"words", e.words}});
  for (auto const& [id, d] : findings.defects)
    file["errata"].push_back({{"id", id},
                              {"printed", number_json(d.printed)},
                              {"right", number_json(d.right)},
                              {"words", d.words}});
  return file;
}

void PaperMeasurements::add(json const& file) {
  for (json const& m : file.at("measured"))
    readings.instances[{m.at("statement"), m.at("reading")}].push_back(
        {m.at("instance"),
         {.value = number_of(m.at("value")),
          .words = m.at("words"),
          .steps = m.at("steps"),
          .epsilon = m.at("epsilon"),
          .sampling_error = number_of(m.at("sampling_error")),
          .growth = m.at("growth")}});
  for (json const& n : file.at("not_run"))
    readings.not_run[{n.at("statement"), n.at("reading")}] = n.at("why");
  for (json const& f : file.at("findings"))
    evidence[f.at("id")] = {number_of(f.at("value")), f.at("words")};
  for (json const& e : file.at("errata"))
    defects[e.at("id")] = {number_of(e.at("printed")), number_of(e.at("right")), e.at("words")};
}

}  // namespace rattleback
