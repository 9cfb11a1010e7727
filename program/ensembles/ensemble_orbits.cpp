#include "program/ensembles/ensemble_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"
#include "program/figures/run_figure.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/output.hpp"
#include "program/interface/provenance.hpp"

namespace rattleback {

namespace {

std::vector<std::string> columns_of(ProblemCard const& problem, OrbitOptions const& options) {
  if (options.columns) {
    auto const chosen = split_at_commas(*options.columns);
    for (auto at = chosen.begin(); at != chosen.end(); ++at)
      if (std::find(chosen.begin(), at, *at) != at)
        throw InvalidInput(
            fmt::format("--columns names '{}' twice; each column is written once", *at));
    return chosen;
  }
  auto columns = problem.coordinates;
  columns.insert(columns.end(), problem.velocities.begin(), problem.velocities.end());
  return columns;
}

/// Writes one row per crossing: orbit, t, columns.
void write_crossings(TableFile& file, EnsembleResult const& result, long first,
                     std::vector<std::string> columns) {
  columns.insert(columns.begin(), {"orbit", "t"});
  file.begin(columns);
  auto const width = static_cast<long>(columns.size()) - 1;
  std::vector<double> row;
  for (auto const& numbers : result.crossings) {
    for (auto at = numbers.begin(); at != numbers.end(); at += width) {
      row.assign(1, static_cast<double>(first));
      row.insert(row.end(), at, at + width);
      file.row(row);
    }
    ++first;
  }
  file.finish({});
}

/// Returns a panel of the distribution function of the orbits' largest Lyapunov exponents.
nlohmann::json exponent_panels(reports::Sheet& sheet, std::vector<double> exponents) {
  std::erase_if(exponents, [](double x) { return !std::isfinite(x); });
  std::sort(exponents.begin(), exponents.end());
  std::string text = "exponent,fraction\n";
  for (std::size_t i = 0; i < exponents.size(); ++i)
    text += fmt::format("{},{}\n", decimal(exponents[i]),
                        static_cast<double>(i + 1) / static_cast<double>(exponents.size()));
  return nlohmann::json::array(
      {panel_json({"", "Largest Lyapunov exponent $λ$", "Fraction of orbits below", "points"},
                  {{sheet.table(text), "exponent", "fraction"}})});
}

void print_summary(EnsembleRun const& run, OrbitRange range, EnsembleResult const& result,
                   std::vector<long> const& crossings) {
  auto const starts = run.sampled() ? "at energy " + decimal(run.spec.energy)
                                    : std::string("from given initial conditions");
  fmt::print("{}, {}: {} orbits {}, {} of them non-finite\n", run.problem, run.integrator,
             range.size(), starts, result.failed);
  if (!crossings.empty()) {
    auto const [fewest, most] = std::minmax_element(crossings.begin(), crossings.end());
    fmt::print("crossings of the section: {} to {} per orbit\n", *fewest, *most);
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

void write_final_states(TableSink& table, ProblemCard const& problem, EnsembleSpec const& spec,
                        long first, std::vector<double> const& states) {
  std::vector<std::string> columns{"orbit", "t"};
  columns.insert(columns.end(), problem.coordinates.begin(), problem.coordinates.end());
  columns.insert(columns.end(), problem.velocities.begin(), problem.velocities.end());
  table.begin(columns);
  auto const width = static_cast<long>(columns.size()) - 2;
  for (auto at = states.begin(); at != states.end(); at += width) {
    std::vector<double> row{static_cast<double>(first++),
                            static_cast<double>(spec.steps) * spec.step};
    row.insert(row.end(), at, at + width);
    table.row(row);
  }
}

long observe_orbits(ProblemCard const& problem, MethodEntry const& method, EnsembleRun const& run,
                    OrbitRange range, OrbitOptions const& options, bool json) {
  if (!options.section && (options.crossing || options.columns || options.output))
    throw InvalidInput("--crossing, --columns and --output require --section");
  auto spec = run.spec;
  spec.lyapunov = options.lyapunov;
  std::optional<TableFile> file;
  if (options.section) {
    spec.section = parse_section(*options.section, options.crossing);
    spec.section_columns = columns_of(problem, options);
    if (options.output && output_format(*options.output) == OutputFormat::json)
      throw InvalidInput("--output of crossings must end in .csv or .npy");
    if (options.output) file.emplace(*options.output);
  }
  std::optional<PictureFile> picture;
  if (options.figure) picture.emplace(*options.figure);
  spec.check_only = true;
  method.ensemble(spec);
  spec.check_only = false;
  require_memory(spec, range.size(), false, 0);
  Progress progress(fmt::format("{} orbits of {}, {}", range.size(), run.problem, run.integrator));
  spec.progress = [&](double fraction) { progress(fraction); };
  spec.first = range.first;
  spec.last = range.last;
  auto const result = method.ensemble(spec);
  if (picture) {
    auto panels = nlohmann::json::array();
    auto& sheet = picture->sheet();
    if (spec.section) {
      std::string const table = "crossings.csv";
      TableFile crossings(sheet.table_path(table));
      write_crossings(crossings, result, range.first, spec.section_columns);
      panels = crossing_panels(problem, *spec.section, spec.section_columns, table);
    }
    if (spec.lyapunov)
      for (auto const& panel : exponent_panels(sheet, result.exponents)) panels.push_back(panel);
    picture->finish(std::move(panels));
  }
  if (file) write_crossings(*file, result, range.first, spec.section_columns);
  std::vector<long> crossings;
  for (auto const& numbers : result.crossings)
    crossings.push_back(static_cast<long>(numbers.size() / (spec.section_columns.size() + 1)));
  if (json) {
    auto object = json_head(run);
    if (range.size() < spec.orbits) object.add("first", range.first).add("last", range.last);
    print_result(object.add("crossings", crossings)
                     .add("exponents", result.exponents)
                     .add("failed", result.failed));
  } else {
    print_summary(run, range, result, crossings);
  }
  return result.failed;
}

}  // namespace rattleback
