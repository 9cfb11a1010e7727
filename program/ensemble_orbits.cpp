#include "program/ensemble_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/output.hpp"
#include "program/progress.hpp"
#include "reports/manifest.hpp"

namespace rattleback {

namespace {

std::vector<std::string> columns_of(ProblemCard const& problem, OrbitOptions const& options) {
  if (options.columns) return split_at_commas(*options.columns);
  auto columns = problem.coordinates;
  columns.insert(columns.end(), problem.velocities.begin(), problem.velocities.end());
  return columns;
}

/// One row a crossing: orbit, t, columns.
Rows<double> rows_of(EnsembleResult const& result, std::vector<std::string> const& columns) {
  Rows<double> table{{"orbit", "t"}, {}};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  auto const width = static_cast<long>(columns.size()) + 1;
  for (std::size_t orbit = 0; orbit < result.crossings.size(); ++orbit) {
    auto const& numbers = result.crossings[orbit];
    for (auto at = numbers.begin(); at != numbers.end(); at += width) {
      table.rows.push_back({static_cast<double>(orbit)});
      table.rows.back().insert(table.rows.back().end(), at, at + width);
    }
  }
  return table;
}

void print_summary(EnsembleRun const& run, EnsembleResult const& result,
                   std::vector<long> const& crossings) {
  fmt::print("{}, {}: {} orbits at energy {}, {} of them not finite\n", run.problem, run.integrator,
             run.spec.orbits, decimal(run.spec.energy), result.failed);
  if (!crossings.empty()) {
    auto const [fewest, most] = std::minmax_element(crossings.begin(), crossings.end());
    fmt::print("crossings of the section: {} to {} an orbit\n", *fewest, *most);
  }
  std::vector<double> exponents;
  for (double x : result.exponents)
    if (std::isfinite(x)) exponents.push_back(x);
  if (exponents.empty()) return;
  std::sort(exponents.begin(), exponents.end());
  fmt::print("largest Lyapunov exponents: {:.4g} to {:.4g}, median {:.4g}\n", exponents.front(),
             exponents.back(), exponents[exponents.size() / 2]);
}

}  // namespace

void observe_orbits(ProblemCard const& problem, MethodEntry const& method, EnsembleRun const& run,
                    OrbitOptions const& options, bool json) {
  if (!options.section && (options.crossing || options.columns || options.output))
    throw Misuse("--crossing, --columns and --output go with --section");
  auto spec = run.spec;
  spec.lyapunov = options.lyapunov;
  std::optional<OutputFormat> format;
  if (options.section) {
    spec.section = parse_section(*options.section, options.crossing);
    spec.section_columns = columns_of(problem, options);
    if (options.output) format = checked_output(*options.output);
    if (format == OutputFormat::json) throw Misuse("--output of crossings is .csv or .npy");
  }
  auto const result = [&] {
    Progress progress(fmt::format("{} orbits of {}, {}", spec.orbits, run.problem, run.integrator));
    spec.progress = [&](double fraction) { progress(fraction); };
    return method.ensemble(spec);
  }();
  if (format) {
    auto const table = rows_of(result, spec.section_columns);
    reports::write_atomically(*options.output,
                              format == OutputFormat::csv ? csv_text(table) : npy_text(table));
  }
  std::vector<long> crossings;
  for (auto const& numbers : result.crossings)
    crossings.push_back(static_cast<long>(numbers.size() / (spec.section_columns.size() + 1)));
  if (!json) return print_summary(run, result, crossings);
  print(JsonObject()
            .add("problem", run.problem)
            .add("integrator", run.integrator)
            .add("orbits", spec.orbits)
            .add("step", spec.step)
            .add("steps", spec.steps)
            .add("energy", spec.energy)
            .add("seed", spec.seed)
            .add("crossings", crossings)
            .add("exponents", result.exponents)
            .add("failed", result.failed));
}

}  // namespace rattleback
