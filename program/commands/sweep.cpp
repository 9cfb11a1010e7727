#include <fmt/format.h>

#include <algorithm>

#include "base/invalid_input.hpp"
#include "program/commands/run.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/number.hpp"
#include "program/interface/output.hpp"
#include "program/interface/provenance.hpp"

namespace rattleback {

namespace {

struct Values {
  std::string name;
  double first, last;
  long count;
  double at(long k) const {
    return count == 1
               ? first
               : first + (last - first) * static_cast<double>(k) / static_cast<double>(count - 1);
  }
};

Values values_of(std::string const& stated, ProblemEntry const& problem) {
  auto const equals = stated.find('='), one = stated.find(':', equals),
             two = one == stated.npos ? one : stated.find(':', one + 1);
  if (two == stated.npos)
    throw InvalidInput(
        fmt::format("--sweep '{}' must be NAME=FIRST:LAST:COUNT, as in k=0:1:50", stated));
  auto const number = [&](std::size_t from, std::size_t to) {
    return static_cast<double>(parse_number(stated.substr(from, to - from), "--sweep"));
  };
  Values values{stated.substr(0, equals), number(equals + 1, one), number(one + 1, two),
                parse_count(stated.substr(two + 1), "COUNT of --sweep")};
  constexpr long most = 1'000'000;
  if (values.count > most)
    throw InvalidInput(
        fmt::format("COUNT of --sweep must be at most {}, not '{}'", most, values.count));
  std::vector<std::string> known;
  for (auto const& parameter : problem.parameters) known.push_back(parameter.name);
  if (std::find(known.begin(), known.end(), values.name) == known.end())
    throw_unknown("parameter of " + problem.card.id, values.name, known);
  return values;
}

std::vector<std::string> columns_of(ProblemEntry const& problem, std::string const& parameter,
                                    Trajectory<double> const& run) {
  std::vector<std::string> names{parameter, "failed", "t"};
  for (auto const* part : {&problem.card.coordinates, &problem.card.velocities})
    names.insert(names.end(), part->begin(), part->end());
  for (auto const& invariant : run.invariants) names.push_back("max_deviation_" + invariant.name);
  names.emplace_back("max_constraint_violation");
  return unique_columns(names);
}
std::vector<double> row_of(double value, Trajectory<double> const& run) {
  std::vector<double> row{value, run.outcome == Outcome::ok ? 0.0 : 1.0, run.times.back()};
  for (auto const* part : {&run.q.back(), &run.v.back()})
    row.insert(row.end(), part->begin(), part->end());
  for (auto const& invariant : run.invariants) row.push_back(invariant.max_deviation);
  row.push_back(run.max_violation);
  return row;
}

}  // namespace

FinishedRun sweep(ProblemEntry const& problem, MethodEntry const& method, RunSpec spec,
                  std::string const& stated, std::optional<std::string> const& output,
                  RunReceivers const& receivers) {
  auto const values = values_of(stated, problem);
  for (auto const& [name, value] : spec.setting.parameters)
    if (name == values.name)
      throw InvalidInput(
          fmt::format("the parameter {} is given twice, by --sweep {} and by --set; "
                      "allowed: one of them",
                      name, stated));
  std::optional<TableFile> file;
  std::vector<TableSink*> sinks;
  if (output) sinks.push_back(&file.emplace(*output));
  if (receivers.table) sinks.push_back(receivers.table);
  AllSinks table(sinks);
  spec.every = spec.steps;
  auto const parameters = spec.setting.parameters;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  std::vector<Json> failures;
  for (long k = 0; k < values.count; ++k) {
    spec.setting.parameters = parameters;
    spec.setting.parameters.emplace_back(values.name, RawQuad(values.at(k)));
    auto const run = [&] {
      try {
        return method.integrate(spec);
      } catch (InvalidInput const& error) {
        throw InvalidInput(
            fmt::format("{}={}: {}", values.name, decimal(values.at(k)), error.what()));
      }
    }();
    rows.push_back(row_of(values.at(k), run));
    if (columns.empty()) table.begin(columns = columns_of(problem, values.name, run));
    table.row(rows.back());
    if (run.outcome != Outcome::ok)
      failures.push_back(JsonObject()
                             .add(values.name, values.at(k))
                             .add("failed_at", run.failed_at)
                             .add("status", name_of(run.outcome)));
    if (receivers.progress)
      receivers.progress(static_cast<double>(k + 1) / static_cast<double>(values.count));
  }
  auto const about = JsonObject()
                         .add("problem", problem.card.id)
                         .add("integrator", method.card.id)
                         .add("parameter", values.name)
                         .add("failures", failures);
  if (file) file->finish(about);
  FinishedRun finished;
  finished.json = [=] {
    return stamped(JsonObject(about).add("columns", columns).add("rows", rows));
  };
  finished.text = [=] {
    std::string text;
    auto const width = [&](std::size_t k) {
      return std::max<std::size_t>(24, columns[k].size() + 2);
    };
    for (std::size_t k = 0; k < columns.size(); ++k)
      text += fmt::format("{:>{}}", columns[k], width(k));
    for (auto const& row : rows) {
      text += '\n';
      for (std::size_t k = 0; k < row.size(); ++k)
        text += fmt::format("{:>{}.16g}", row[k], width(k));
    }
    return text + '\n';
  };
  return finished;
}

}  // namespace rattleback
