#include "reports/comparison/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "reports/drawing/picture_files.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<Quantity> const costs{
    {"work", "work", "Work of the run", "weighted sum of counts", &WorkPoint::work},
    {"cpu_seconds", "processor time", "Processor time of the run", "seconds",
     &WorkPoint::cpu_seconds},
    {"lagrangian_derivatives", "derivatives of the Lagrangian",
     "Derivatives of the Lagrangian in the run", "count", &WorkPoint::lagrangian_derivatives},
    {"constraint_derivatives", "derivatives of the constraints",
     "Derivatives of the constraints in the run", "count", &WorkPoint::constraint_derivatives},
    {"linear_solves", "linear systems", "Linear systems solved in the run", "count",
     &WorkPoint::linear_solves},
    {"newton_iterations", "Newton iterations", "Newton iterations of the run", "count",
     &WorkPoint::newton_iterations}};

std::vector<Quantity> const errors{
    {"position_error", "trajectory: position", "Position error at the end", "problem's units",
     &WorkPoint::position_error},
    {"velocity_error", "trajectory: velocity", "Velocity error at the end", "problem's units",
     &WorkPoint::velocity_error},
    {"energy_error", "energy", "Largest energy error", "problem's units", &WorkPoint::energy_error},
    {"invariant_error", "error of further invariants", "Error of further invariants",
     "problem's units", &WorkPoint::invariant_error},
    {"constraint_error", "constraint", "Largest constraint violation", "problem's units",
     &WorkPoint::constraint_error}};

bool is_measured(Quantity const& quantity, ProblemResult const& problem) {
  auto const has = [&](MethodResult const& method) {
    return std::any_of(method.work.begin(), method.work.end(), [&](WorkPoint const& run) {
      return (run.*quantity.value).value_or(0.0) != 0.0;
    });
  };
  return std::any_of(problem.methods.begin(), problem.methods.end(), has) ||
         std::any_of(problem.variants.begin(), problem.variants.end(), has);
}

std::string words_of_cost(std::string const& id) {
  for (Quantity const& cost : costs)
    if (cost.id == id) return cost.label;
  return id;
}

Quantity const& first_measured_cost(ProblemResult const& problem) {
  for (Quantity const& cost : costs)
    if (is_measured(cost, problem)) return cost;
  return costs.front();
}

std::vector<std::string> components_of(ProblemResult const& problem) {
  std::vector<std::string> components;
  for (MethodResult const* method : problem.methods_and_variants())
    for (OrderRow const& row : method->orders)
      if (std::find(components.begin(), components.end(), row.component) == components.end())
        components.push_back(row.component);
  return components;
}

bool is_success(std::string const& outcome) { return outcome.empty() || outcome == "ok"; }

bool is_failure(WorkPoint const& run, Number WorkPoint::*error) {
  Number const value = run.*error;
  return !is_success(run.outcome) || (value && !std::isfinite(*value));
}

namespace {

std::string written(json const& value, char const* key) {
  return value.is_string() ? value.get<std::string>() : fmt::format("{}", to_double(value, key));
}

std::string vector_at(json const& object, char const* key) {
  std::string text;
  for (json const& value : list_at(object, key))
    text += (text.empty() ? "" : ", ") + written(value, key);
  return text;
}

/// Returns the records of a list, each converted by `read`.
template <class Value>
std::vector<Value> all_at(json const& object, char const* key, Value (*read)(json const&)) {
  std::vector<Value> values;
  for (json const& record : records_at(object, key)) values.push_back(read(record));
  return values;
}

/// Throws Malformed unless `values` and `places` have equal length. `of`: owner, for the message.
void check_pairs(std::vector<double> const& places, char const* what,
                 std::vector<double> const& values, std::string const& of) {
  if (places.size() != values.size())
    throw Malformed(
        fmt::format("{} {} have {} errors ({})", places.size(), what, values.size(), of));
}

OrderRow read_order(json const& source) {
  OrderRow row{text_at(source, "start"),        text_at(source, "component"),
               number_at(source, "promised"),   number_at(source, "order"),
               number_at(source, "confidence"), number_at(source, "points"),
               numbers_at(source, "steps"),     numbers_at(source, "errors")};
  check_pairs(row.steps, "steps", row.errors, row.component);
  return row;
}

Drift read_drift(json const& source) {
  std::string kind = text_at(source, "class");
  if (kind == "square_root") kind = "square-root";
  std::string const trend = text_at(source, "trend");
  return {text_at(source, "name"),        kind,
          trend.empty() ? kind : trend,   number_at(source, "exponent"),
          number_at(source, "deviation"), number_at(source, "scale"),
          defined_at(source, "lost_at"),  text_at(source, "needs")};
}

Structure read_structure(json const& source) {
  Structure s;
  s.step = number_at(source, "step");
  s.steps = number_at(source, "steps");
  s.outcome = text_at(source, "outcome");
  s.reason = text_at(source, "reason");
  s.failed_at = number_at(source, "failed_at");
  if (s.failed_at && *s.failed_at < 0.0) s.failed_at.reset();  // negative: no failure
  s.constraint_violation = number_at(source, "constraint_violation");
  s.reversibility_defect = defined_at(source, "reversibility_defect");
  s.volume_defect = defined_at(source, "volume_defect");
  s.solver_error = defined_at(source, "solver_error");
  json const& axis = object_at(source, "reversibility_axis");
  s.axis = text_at(axis, "class");
  s.axis_case = text_at(axis, "where");
  s.axis_rate = defined_at(axis, "rate");
  s.energy = read_drift(object_at(source, "energy"));
  s.invariants = all_at(source, "invariants", read_drift);
  s.step_sensitivity = defined_at(source, "step_sensitivity");
  s.newton_iterations_per_step = number_at(source, "newton_iterations_per_step");
  return s;
}

WorkPoint read_work(json const& source) {
  WorkPoint point;
  point.parameter = text_at(source, "parameter");
  point.value = number_at(source, "value");
  point.outcome = text_at(source, "outcome");
  for (auto const* list : {&costs, &errors})
    for (Quantity const& quantity : *list) point.*quantity.value = number_at(source, quantity.id);
  // Velocities not defined at nodes have no error there; the position error shows whether a run
  // broke.
  if (std::isfinite(point.position_error.value_or(NAN)))
    point.velocity_error = defined_at(source, "velocity_error");
  // NaN means no further invariants in a run that ended, and a breakdown in all other runs.
  if (std::isfinite(point.energy_error.value_or(NAN)))
    point.invariant_error = defined_at(source, "invariant_error");
  return point;
}

/// Returns the family of a method, its paper: "A & B 2006, (4.18)" belongs to "A & B 2006".
std::string family_of(json const& source, bool baseline) {
  std::string family = text_at(source, "family");
  if (!family.empty()) return family;
  if (baseline) return "Baselines: standard solvers";
  family = text_at(source, "source");
  std::string const own = "this project";
  if (family == own) return "This project";
  if (family.starts_with(own + ", after ")) family.erase(0, own.size() + 8);
  for (std::size_t at = 0; at + 4 <= family.size(); ++at) {
    auto const digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    if (std::all_of(family.begin() + at, family.begin() + at + 4, digit)) {
      family.resize(at + 4);
      break;
    }
  }
  return family.empty() ? "Other methods" : family;
}

MethodResult read_method(json const& source) {
  MethodResult method;
  method.id = required_text_at(source, "id");
  method.name = text_at(source, "name");
  if (method.name.empty()) method.name = method.id;
  method.source = text_at(source, "source");
  method.applies_to = text_at(source, "applies_to");
  method.start = text_at(source, "start");
  method.not_applicable_because = text_at(source, "refusal");
  method.gave_up = text_at(source, "gave_up");
  method.adaptive = flag_at(source, "adaptive");
  method.baseline = flag_at(source, "baseline");
  method.family = family_of(source, method.baseline);
  json const& promises = object_at(source, "promises");
  method.promised_order = number_at(promises, "order");
  method.promises_reversible = flag_at(promises, "reversible");
  method.promises_constraint = flag_at(promises, "keeps_constraint");
  method.orders = all_at(source, "orders", read_order);
  if (!member(source, "structure").is_null())
    method.structure = read_structure(object_at(source, "structure"));
  method.work = all_at(source, "work", read_work);
  return method;
}

MethodResult read_variant(json const& source) {
  MethodResult variant = read_method(source);
  variant.of = required_text_at(source, "of");
  if (variant.start.empty() && !variant.orders.empty())
    variant.start = variant.orders.front().start;
  variant.family = "Variants of " + variant.of;
  return variant;
}

EnergyError read_energy(json const& source) {
  EnergyError result{required_text_at(source, "method"), numbers_at(source, "times"),
                     numbers_at(source, "errors")};
  check_pairs(result.times, "times", result.errors, "energy, " + result.method);
  for (double& error : result.errors) error = std::abs(error);
  return result;
}

Advice read_advice(json const& source) {
  return {text_at(source, "rule"), text_at(source, "sentence")};
}

ProblemResult read_problem(json const& source) {
  if (!source.is_object()) throw Malformed("the value is not an object");
  ProblemResult result;
  json const& problem = object_at(source, "problem");
  result.id = required_text_at(problem, "id");
  result.name = text_at(problem, "name");
  if (result.name.empty()) result.name = result.id;
  result.constant_mass = flag_at(problem, "constant_mass");
  result.on_group = flag_at(problem, "on_group");
  result.driven = !text_at(problem, "driven").empty();
  result.coordinates = texts_at(problem, "coordinates");
  result.card = {{"id", result.id}, {"name", result.name}};
  for (char const* key : {"lagrangian", "space", "ensemble_starts", "source"})
    result.card[key] = text_at(problem, key);
  for (char const* key : {"constraints", "coordinates", "velocities", "invariants"})
    result.card[key] = texts_at(problem, key);
  result.case_name = text_at(source, "case");
  for (auto const& [name, value] : object_at(source, "parameters").items())
    result.parameters.emplace_back(name, written(value, name.c_str()));
  result.q = vector_at(source, "q");
  result.v = vector_at(source, "v");
  json const& reference = object_at(source, "reference");
  result.reference_time = number_at(reference, "time");
  result.reference_digits = number_at(reference, "digits");
  json const weights = source.value("work_weights", json::object());
  for (auto const& [name, weight] : weights.items())
    result.work_weights.emplace_back(name, weight.get<double>());
  result.reference_by = text_at(reference, "by");
  result.origin = origin_of(source);
  json const& scale = object_at(source, "energy_scale");
  result.energy_varies = number_at(scale, "own_deviation").value_or(0) >
                         0.01 * number_at(scale, "value").value_or(INFINITY);
  if (json const& build = object_at(source, "build"); !build.empty()) {
    std::string const date = text_at(build, "date");
    result.build =
        fmt::format("preset {}, {}, on {}{}", text_at(build, "preset"), text_at(build, "compiler"),
                    text_at(build, "processor"), date.empty() ? "" : ", " + date);
  }
  if (member(source, "methods").is_null()) throw Malformed("\"methods\" is missing");
  result.methods = all_at(source, "methods", read_method);
  result.variants = all_at(source, "variants", read_variant);
  result.advice = all_at(source, "advice", read_advice);
  json const& pictures = object_at(source, "pictures");
  result.path = member(pictures, "path");
  result.energy = all_at(pictures, "energy", read_energy);
  return result;
}

/// Checks an id, which becomes the name of a page. Projections and feedbacks have brackets and
/// commas in their ids.
void check_id(std::string const& id) {
  bool const plain = std::all_of(id.begin(), id.end(), [](unsigned char c) {
    return std::isalnum(c) || std::string_view("_-(),").find(char(c)) != std::string_view::npos;
  });
  if (id.empty() || !plain || id == "index")
    throw Malformed(fmt::format("\"{}\" is not a valid page name", id));
}

}  // namespace

MethodResult const* ProblemResult::method(std::string const& id) const {
  for (MethodResult const& method : methods)
    if (method.id == id) return &method;
  return nullptr;
}

std::vector<MethodResult const*> ProblemResult::methods_and_variants() const {
  std::vector<MethodResult const*> all;
  for (MethodResult const& method : methods) {
    all.push_back(&method);
    for (MethodResult const& variant : variants)
      if (variant.of == method.id) all.push_back(&variant);
  }
  for (MethodResult const& variant : variants)
    if (method(variant.of) == nullptr) all.push_back(&variant);
  return all;
}

std::vector<ProblemResult> read_comparison(fs::path const& folder, Skip const& skip) {
  std::vector<ProblemResult> problems;
  std::set<std::string> problem_ids, method_ids;
  auto const read = [&](fs::path const& file) {
    ProblemResult problem = read_problem(read_json(file));
    check_id(problem.id);
    if (problem_ids.contains(problem.id))
      throw Malformed(fmt::format("the problem {} is also in another file", problem.id));
    std::set<std::string> here;
    for (MethodResult const& method : problem.methods) {
      check_id(method.id);
      if (!here.insert(method.id).second)
        throw Malformed(fmt::format("the method {} appears twice", method.id));
    }
    auto methods = method_ids;
    methods.insert(here.begin(), here.end());
    for (std::string const& id : methods)
      if (id == problem.id || problem_ids.contains(id))
        throw Malformed(fmt::format("\"{}\" is the id of both a problem and a method", id));
    method_ids = std::move(methods);
    problem_ids.insert(problem.id);
    problems.push_back(std::move(problem));
  };
  for (fs::path const& file : files_in(folder, ".json"))
    read_or_skip(skip, [&] { understood(file, [&] { read(file); }); });
  return problems;
}

std::string comparison_name(std::string const& problem) {
  if (problem.find('/') == problem.npos && !problem.ends_with(".toml")) return problem;
  std::string name = fs::path(problem).stem().string();
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return !std::isalnum(c) && c != '_' && c != '-'; }, '_');
  return fmt::format("{}-{}", name, sha256_file(problem).substr(0, 8));
}

std::vector<MethodResult const*> methods_of(std::vector<ProblemResult> const& problems) {
  std::vector<MethodResult const*> methods;
  std::map<std::string, std::size_t> known;
  std::map<std::string, std::size_t> families;  // in order of first appearance
  for (ProblemResult const& problem : problems)
    for (MethodResult const& method : problem.methods) {
      families.emplace(method.family, families.size());
      auto const [at, is_new] = known.emplace(method.id, methods.size());
      if (is_new)
        methods.push_back(&method);
      else if (!methods[at->second]->applies() && method.applies())
        methods[at->second] = &method;  // only results of a method that applies have promises
    }
  std::stable_sort(methods.begin(), methods.end(), [&](auto const* a, auto const* b) {
    if (a->baseline != b->baseline) return b->baseline;
    return families.at(a->family) < families.at(b->family);
  });
  return methods;
}

}  // namespace rattleback::reports
