#include "experiments/core/experiment.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {
void add_instance(std::map<Measurements::Key, std::vector<Instance>>& to,
                  Measurements::Key const& key, std::string const& instance, Measured measured) {
  auto& all = to[key];
  for (auto const& known : all)
    if (known.name == instance || known.name.empty())
      throw std::logic_error(
          fmt::format("{}, {}: '{}' is measured twice", key.first, key.second, instance));
  all.push_back({instance, std::move(measured)});
}
}  // namespace

void Table::add(std::vector<double> row) {
  if (row.size() != columns.size()) throw std::logic_error("a table row has the wrong width");
  rows.push_back(std::move(row));
}

ProblemEntry const& Study::problem(std::string const& id) {
  auto const& found = find_problem(id);
  dependencies.insert("problem " + id);
  return found;
}

MethodEntry const& Study::method(std::string const& problem_id, std::string const& id) {
  auto const& found = problem(problem_id).method(id);
  dependencies.insert("method " + (found.variant_of.empty() ? id : found.variant_of));
  return found;
}

std::vector<ProblemEntry> const& Study::catalogue() {
  dependencies.insert(every_problem_and_method);
  return registry();
}

template <class S>
Trajectory<S> Study::recorded(Run const& run, Trajectory<S> trajectory) {
  ++runs;
  for (auto const& field : count_fields) work.*field.value += trajectory.counts.*field.value;
  if (trajectory.outcome != Outcome::ok)
    outcome(
        fmt::format("{} on {}, {}h = {:g}", run.method, run.problem,
                    run.case_name.empty() ? "" : "case " + run.case_name + ", ", double(run.step)),
        trajectory.outcome, trajectory.reason, trajectory.reached);
  return trajectory;
}

Trajectory<double> Study::execute(Run const& run) {
  auto const& entry = method(run);
  if (!entry.integrate) throw InvalidInput(entry.not_applicable_because);
  return recorded(run, entry.integrate(run.spec()));
}

Trajectory<RawQuad> Study::execute_quad(Run const& run) {
  auto const& entry = method(run);
  if (!entry.integrate_quad)
    throw InvalidInput(entry.not_applicable_because.empty() ? run.method + " runs in double only"
                                                            : entry.not_applicable_because);
  return recorded(run, entry.integrate_quad(run.spec()));
}

std::vector<ReferenceState> Study::reference(Run const& run, std::vector<RawQuad> const& times) {
  return problem(run.problem).reference(run.spec().setting, times).states;
}

Table& Study::table(std::string const& name, std::vector<std::string> columns) {
  auto const [at, is_new] = tables.try_emplace(name, Table{std::move(columns), {}});
  if (!is_new) throw std::logic_error("a second table " + name);
  return at->second;
}

void Study::names(std::string const& list, std::vector<std::string> names) {
  if (!lists_of_names.try_emplace(list, std::move(names)).second)
    throw std::logic_error("a second list of names " + list);
}

void Study::measure(std::string const& statement, std::string const& reading,
                    std::string const& instance, Measured measured) {
  add_instance(readings.instances, {statement, reading}, instance, std::move(measured));
}

void Study::control(std::string const& statement, std::string const& name,
                    std::string const& instance, Measured measured) {
  add_instance(readings.controls, {statement, name}, instance, std::move(measured));
}

void Study::not_run(std::string const& statement, std::string const& reading, std::string why) {
  readings.not_run[{statement, reading}] = std::move(why);
}

void Study::add_finding(std::string const& finding, FindingNumbers numbers, std::string words) {
  if (!evidence.try_emplace(finding, Evidence{std::move(numbers), std::move(words)}).second)
    throw std::logic_error("the finding " + finding + " has evidence already");
}

void Study::add_erratum(std::string const& erratum, double printed, double right,
                        std::string words) {
  if (!defects.try_emplace(erratum, Defects{printed, right, std::move(words)}).second)
    throw std::logic_error("the erratum " + erratum + " is measured already");
}

void Study::outcome(std::string what, Outcome outcome, std::string reason, double time) {
  failures.push_back({std::move(what), outcome, std::move(reason), time});
}

}  // namespace rattleback
