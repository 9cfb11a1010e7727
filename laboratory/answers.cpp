#include "laboratory/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "methods.hpp"
#include "program/commands/cards.hpp"
#include "program/figures/violation_watch.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/number.hpp"

namespace rattleback::laboratory {
namespace {

using nlohmann::json;

// ---- fields of a request ----

json const& field_of(json const& request, char const* field) {
  static json const absent;
  auto const at = request.find(field);
  return at == request.end() ? absent : *at;
}

/// Returns the text of a field; empty if it is absent or null. Throws InvalidInput if it is not a
/// text.
std::string text_of(json const& request, char const* field) {
  auto const& text = field_of(request, field);
  if (text.is_null()) return {};
  if (!text.is_string()) throw InvalidInput(fmt::format("{} must be a text", field));
  return text.get<std::string>();
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

/// Returns the specification of a run: `case`, `parameters`, `q`, `v`, `options`, `start`, `step`,
/// `steps`, `every`, `section`. Throws InvalidInput on values that are not allowed.
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

// ---- answers ----

constexpr char const* name_of_text = "problem.toml";

Answer as_text(Json const& object, std::vector<double> table = {}) {
  return {object.text(), std::move(table)};
}

/// Rows of a run, in memory: every K-th node with its constraint violation and the last one, or all
/// crossings of a section.
class Rows : public TableSink {
 public:
  /// @param violation  null: the rows are crossings
  Rows(long every, ViolationWatch<double>* violation) : every_(every), violation_(violation) {}
  void begin(std::vector<std::string> const& names) override {
    columns = names;
    if (violation_) columns.push_back("constraint");
  }
  void row(std::vector<double> const& numbers) override {
    last_ = numbers;
    if (violation_) last_.push_back(violation_->at(numbers));
    is_kept_ = count_++ % every_ == 0;
    if (is_kept_) keep();
  }
  void row(std::vector<RawQuad> const&) override {}  // runs are in double precision
  /// Keeps the last row, too.
  void finish() {
    if (!is_kept_) keep();
  }
  std::vector<std::string> columns;
  std::vector<double> table;

 private:
  void keep() { table.insert(table.end(), last_.begin(), last_.end()); }
  long const every_;
  ViolationWatch<double>* const violation_;
  std::vector<double> last_;
  long count_ = 0;
  bool is_kept_ = true;
};

/// Returns the cards of the methods that the module is built with, in catalogue order.
template <class... Methods>
std::vector<Json> cards_of(MethodList<Methods...>) {
  return {method_card(card_of<Methods>(), {})...};
}

Answer catalogue() {
  return as_text(JsonObject().add("ok", true).add("methods", cards_of(AllMethods{})));
}

/// Returns the problem that a text states. Texts of equal content share it until another is read.
ProblemEntry const& problem_of(std::string const& text) {
  static std::string last;
  static ProblemEntry const* entry = nullptr;
  if (entry && text == last) return *entry;
  entry = nullptr;
  text::forget_problems_in_files();
  entry = &text::problem_in_text(name_of_text, text);
  last = text;
  return *entry;
}

Answer read(json const& request) {
  auto const text = text_of(request, "text");
  auto const file = text::problem_of_text(name_of_text, text);
  auto const& entry = problem_of(text);
  std::vector<Json> parameters, cases, methods;
  for (auto const& parameter : entry.parameters)
    parameters.push_back(JsonObject().add("name", parameter.name).add("value", parameter.standard));
  for (auto const& start : entry.cases)
    cases.push_back(JsonObject()
                        .add("name", start.name)
                        .add("note", start.note)
                        .add("parameters", json_object(start.parameters))
                        .add("q", start.q)
                        .add("v", start.v));
  for (auto const& method : entry.methods)
    methods.push_back(JsonObject()
                          .add("id", method.card.id)
                          .add("applies", method.not_applicable_because.empty())
                          .add("reason", method.not_applicable_because));
  auto const problem = JsonObject()
                           .add("name", file.name)
                           .add("constraints", file.constraints.size())
                           .add("driven", file.driven)
                           .add("coordinates", file.coordinates)
                           .add("velocities", file.velocities)
                           .add("parameters", parameters)
                           .add("cases", cases)
                           .add("methods", methods);
  return as_text(JsonObject().add("ok", true).add("problem", problem));
}

std::string reason_of(Trajectory<double> const& t) {
  if (t.outcome == Outcome::ok) return {};
  return fmt::format("step {} failed at t = {:.6g}: {}", t.failed_at, t.reached,
                     t.reason.empty() ? words_for(t.outcome) : t.reason);
}

/// Returns the defect of reversibility of one step; null on a driven system.
Json reversibility(MethodEntry const& method, RunSpec const& spec) {
  if (!method.reversibility_defect) return Json::of(nullptr);
  double const defect = method.reversibility_defect(spec);
  return std::isnan(defect) ? Json::of(nullptr) : Json(defect);
}

Answer run(json const& request, ReportProgress const& progress) {
  auto const& problem = problem_of(text_of(request, "text"));
  auto const& method = applicable_method(problem, text_of(request, "method"));
  auto spec = spec_of(request, problem.card);
  ViolationWatch<double> violation(problem, method.card, spec);
  Rows rows(spec.section ? 1 : spec.every, spec.section ? nullptr : &violation);
  if (!spec.section) spec.every = 1;  // the violation of an interval takes both of its nodes
  spec.table = &rows;
  spec.progress = [&](long step) {
    progress(static_cast<double>(step) / static_cast<double>(spec.steps));
  };
  auto const begin = std::chrono::steady_clock::now();
  auto const t = method.integrate(spec);
  std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - begin;
  rows.finish();
  spec.table = nullptr;
  auto const object =
      JsonObject()
          .add("ok", true)
          .add("outcome", name_of(t.outcome))
          .add("message", reason_of(t))
          .add("columns", rows.columns)
          .add("rows", rows.columns.empty() ? 0 : rows.table.size() / rows.columns.size())
          .add("time", t.times.back())
          .add("q", t.q.back())
          .add("v", t.v.back())
          .add("work", counts_json(t.counts))
          .add("largest", JsonObject()
                              .add("energy_error", t.invariants.front().max_deviation)
                              .add("constraint", t.max_violation))
          .add("reversibility", reversibility(method, spec))
          .add("warnings", t.warnings)
          .add("seconds", seconds.count());
  return as_text(object, std::move(rows.table));
}

double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Orders of the end point's positions and velocities from runs with h, h/2 and h/4: the logarithm
/// to base 2 of the ratio of their successive differences. Null where a difference is not above
/// rounding.
Answer order(json const& request, ReportProgress const& progress) {
  auto const& problem = problem_of(text_of(request, "text"));
  auto const& method = applicable_method(problem, text_of(request, "method"));
  auto spec = spec_of(request, problem.card);
  spec.section = {};
  spec.every = 0;
  std::vector<std::vector<double>> q, v;
  for (int halvings = 0; halvings < 3; ++halvings) {
    auto const t = method.integrate(spec);
    if (t.outcome != Outcome::ok) throw InvalidInput("no order: " + reason_of(t));
    q.push_back(t.q.back());
    v.push_back(t.v.back());
    progress(((2 << halvings) - 1) / 7.0);  // the runs take 1, 2 and 4 parts of 7
    spec.step = spec.step / 2;
    spec.steps *= 2;
  }
  auto const of = [&](std::vector<std::vector<double>> const& z) {
    double const coarse = distance(z[0], z[1]), fine = distance(z[1], z[2]);
    double largest = 1;
    for (double x : z[2]) largest = std::max(largest, std::abs(x));
    bool const is_rounding = !(fine > 1e-13 * largest);
    return JsonObject()
        .add("differences", std::vector<double>{coarse, fine})
        .add("order", is_rounding ? Json::of(nullptr) : Json(std::log2(coarse / fine)));
  };
  return as_text(JsonObject().add("ok", true).add("positions", of(q)).add("velocities", of(v)));
}

/// Line and column of a mistake, and its message, from "problem.toml:LINE:COLUMN: MESSAGE".
Json place_of(InputFileError const& error) {
  std::string const what = error.what();
  int line = 0, column = 0, after = 0;
  auto const* rest = what.c_str() + std::string(name_of_text).size();
  std::sscanf(rest, ":%d:%d: %n", &line, &column, &after);
  return JsonObject()
      .add("ok", false)
      .add("message", rest + after)
      .add("line", line)
      .add("column", column);
}

}  // namespace

Answer answer(std::string const& text, ReportProgress const& progress) {
  try {
    auto const request = json::parse(text);
    auto const what = text_of(request, "do");
    if (what == "catalogue") return catalogue();
    if (what == "read") return read(request);
    if (what == "run") return run(request, progress);
    if (what == "order") return order(request, progress);
    throw_unknown("request", what, {"catalogue", "read", "run", "order"});
  } catch (InputFileError const& error) {
    return as_text(place_of(error));
  } catch (std::exception const& error) {
    return as_text(JsonObject().add("ok", false).add("message", error.what()));
  }
}

}  // namespace rattleback::laboratory
