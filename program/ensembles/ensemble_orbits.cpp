#include "program/ensembles/ensemble_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/invalid_input.hpp"
#include "program/ensembles/checkpoint.hpp"
#include "program/ensembles/ensemble_figure.hpp"
#include "program/ensembles/ensemble_memory.hpp"
#include "program/figures/run_figure.hpp"
#include "program/text/arguments.hpp"
#include "program/text/output.hpp"
#include "program/text/progress.hpp"

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
void write_crossings(TableFile& file, EnsembleResult const& result,
                     std::vector<std::string> columns) {
  columns.insert(columns.begin(), {"orbit", "t"});
  file.begin(columns);
  auto const width = static_cast<long>(columns.size()) - 1;
  std::vector<double> row;
  for (std::size_t orbit = 0; orbit < result.crossings.size(); ++orbit) {
    auto const& numbers = result.crossings[orbit];
    for (auto at = numbers.begin(); at != numbers.end(); at += width) {
      row.assign(1, static_cast<double>(orbit));
      row.insert(row.end(), at, at + width);
      file.row(row);
    }
  }
  file.finish({});
}

void print_summary(EnsembleRun const& run, EnsembleResult const& result,
                   std::vector<long> const& crossings) {
  auto const starts = run.sampled() ? "at energy " + decimal(run.spec.energy)
                                    : std::string("from given initial conditions");
  fmt::print("{}, {}: {} orbits {}, {} of them non-finite\n", run.problem, run.integrator,
             run.spec.orbits, starts, result.failed);
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

/// Returns results of a rank as bytes; all ranks run the same program.
template <class T>
void append(std::string& bytes, std::vector<T> const& values) {
  std::size_t const count = values.size();
  bytes.append(reinterpret_cast<char const*>(&count), sizeof count);
  bytes.append(reinterpret_cast<char const*>(values.data()), count * sizeof(T));
}

template <class T>
std::vector<T> taken(std::string_view& bytes) {
  std::size_t count = 0;
  std::memcpy(&count, bytes.data(), sizeof count);
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + sizeof count, count * sizeof(T));
  bytes.remove_prefix(sizeof count + count * sizeof(T));
  return values;
}

std::string bytes_of(EnsembleResult const& result) {
  std::string bytes;
  append(bytes, std::vector<long>{result.failed});
  append(bytes, result.exponents);
  append(bytes, std::vector<std::size_t>{result.crossings.size()});
  for (auto const& numbers : result.crossings) append(bytes, numbers);
  return bytes;
}

void add(EnsembleResult& all, std::string_view bytes) {
  all.failed += taken<long>(bytes).front();
  auto const exponents = taken<double>(bytes);
  all.exponents.insert(all.exponents.end(), exponents.begin(), exponents.end());
  auto const orbits = taken<std::size_t>(bytes).front();
  for (std::size_t i = 0; i < orbits; ++i) all.crossings.push_back(taken<double>(bytes));
}

/// Computes this rank's orbits; rank 0 returns all orbits.
EnsembleResult observed(MethodEntry const& method, EnsembleRun const& run, EnsembleSpec spec,
                        Ranks const& ranks) {
  EnsembleResult result;
  auto const pieces = ranks.share_of(pieces_of({0, spec.orbits}, spec.orbits));
  if (!pieces.empty()) {
    spec.first = pieces.front().first;
    spec.last = pieces.back().last;
    Progress progress(fmt::format("{} orbits of {}, {}", spec.orbits, run.problem, run.integrator));
    spec.progress = [&](double fraction) { progress(fraction); };
    result = method.ensemble(spec);
  }
  ranks.collect(ranks.rank() > 0 ? bytes_of(result) : "",
                [&](std::string const& bytes) { add(result, bytes); });
  return result;
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
                    OrbitOptions const& options, bool json, Ranks const& ranks) {
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
    if (options.output && ranks.rank() == 0) file.emplace(*options.output);
  }
  std::optional<PictureFile> picture;
  if (options.figure && ranks.rank() == 0) picture.emplace(*options.figure);
  spec.check_only = true;
  method.ensemble(spec);
  spec.check_only = false;
  // Rank 0 collects all crossings.
  ask_for_memory(spec, {.orbits = spec.orbits, .sharing_machine = 1});
  auto const result = observed(method, run, spec, ranks);
  if (ranks.rank() > 0) return 0;
  if (picture) {
    auto panels = nlohmann::json::array();
    auto& sheet = picture->sheet();
    if (spec.section) {
      std::string const table = "crossings.csv";
      TableFile crossings(sheet.table_path(table));
      write_crossings(crossings, result, spec.section_columns);
      panels = crossing_panels(problem, *spec.section, spec.section_columns, table);
    }
    if (spec.lyapunov)
      for (auto const& panel : exponent_panels(sheet, result.exponents)) panels.push_back(panel);
    picture->finish(std::move(panels));
  }
  if (file) write_crossings(*file, result, spec.section_columns);
  std::vector<long> crossings;
  for (auto const& numbers : result.crossings)
    crossings.push_back(static_cast<long>(numbers.size() / (spec.section_columns.size() + 1)));
  if (json)
    print(json_head(run)
              .add("crossings", crossings)
              .add("exponents", result.exponents)
              .add("failed", result.failed));
  else
    print_summary(run, result, crossings);
  return result.failed;
}

}  // namespace rattleback
