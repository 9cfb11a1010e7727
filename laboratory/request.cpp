#include "laboratory/request.hpp"

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "program/interface/number.hpp"

namespace rattleback::laboratory {

using nlohmann::json;

namespace {

json const& field_of(json const& request, char const* field) {
  static json const absent;
  auto const at = request.find(field);
  return at == request.end() ? absent : *at;
}

/// Returns names and texts of an object; empty if it is absent.
std::vector<std::pair<std::string, std::string>> texts_of(json const& request, char const* field) {
  std::vector<std::pair<std::string, std::string>> texts;
  auto const& object = field_of(request, field);
  if (object.is_null()) return texts;
  for (auto const& [name, value] : object.items()) {
    if (!value.is_string()) throw InvalidInput(fmt::format("{} must be a text", name));
    texts.emplace_back(name, value.get<std::string>());
  }
  return texts;
}

/// Returns one number for each name; nothing if the field is absent.
std::optional<std::vector<RawQuad>> numbers_of(json const& request, char const* field,
                                               std::vector<std::string> const& names) {
  auto const& list = field_of(request, field);
  if (list.is_null()) return {};
  if (!list.is_array() || list.size() != names.size())
    throw InvalidInput(fmt::format("{}: expected {} numbers", field, names.size()));
  std::vector<RawQuad> numbers;
  for (std::size_t i = 0; i < names.size(); ++i)
    numbers.push_back(parse_number(list[i].is_string() ? list[i].get<std::string>() : "",
                                   fmt::format("initial {}", names[i])));
  return numbers;
}

long count_of(json const& request, char const* field, long standard) {
  auto const& count = field_of(request, field);
  if (count.is_null()) return standard;
  return parse_count(count.is_string() ? count.get<std::string>() : count.dump(), field);
}

std::optional<Section> section_of(json const& request) {
  auto const& object = field_of(request, "section");
  if (object.is_null()) return {};
  Section section;
  section.component = text_of(object, "component");
  section.value = parse_number(text_of(object, "value"), "value of the section");
  auto const direction = text_of(object, "direction");
  if (direction == "down")
    section.direction = Section::Direction::down;
  else if (direction == "both")
    section.direction = Section::Direction::both;
  else if (!direction.empty() && direction != "up")
    throw_unknown("direction", direction, {"up", "down", "both"});
  return section;
}

}  // namespace

std::string text_of(json const& request, char const* field) {
  auto const& text = field_of(request, field);
  if (text.is_null()) return {};
  if (!text.is_string()) throw InvalidInput(fmt::format("{} must be a text", field));
  return text.get<std::string>();
}

RunSpec spec_of(json const& request, ProblemCard const& problem) {
  RunSpec spec;
  spec.setting.case_name = text_of(request, "case");
  for (auto const& [name, value] : texts_of(request, "parameters"))
    spec.setting.parameters.emplace_back(name, parse_number(value, name));
  spec.setting.q = numbers_of(request, "q", problem.coordinates);
  spec.setting.v = numbers_of(request, "v", problem.velocities);
  auto const& project = field_of(request, "project");
  spec.setting.project = project.is_boolean() && project.get<bool>();
  spec.options = texts_of(request, "options");
  spec.start = text_of(request, "start");
  spec.step = parse_positive(text_of(request, "step"), "step size");
  spec.steps = count_of(request, "steps", 1);
  spec.every = count_of(request, "every", 1);
  spec.section = section_of(request);
  if (spec.section) spec.every = 0;
  return spec;
}

}  // namespace rattleback::laboratory
