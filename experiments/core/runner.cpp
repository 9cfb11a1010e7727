#include "experiments/core/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/core/measurements_json.hpp"

namespace rattleback {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void write(fs::path const& file, std::string const& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw_io_error(fmt::format("cannot write '{}'", file.string()), errno ? errno : EIO);
}

/// Returns the table as CSV: exact numbers, or eight digits if the table has over 2000 rows, which
/// exceeds the resolution of a figure.
std::string csv(Table const& table) {
  constexpr std::size_t most_exact_rows = 2000;
  bool const exact = table.rows.size() <= most_exact_rows;
  std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
  for (auto const& row : table.rows)
    text += exact ? fmt::format("{}\n", fmt::join(row, ","))
                  : fmt::format("{:.8g}\n", fmt::join(row, ","));
  return text;
}

using Names = std::set<std::string>;

void demand_same(std::string const& experiment, Names const& declared, Names const& measured) {
  Names missing, stray;
  std::ranges::set_difference(declared, measured, std::inserter(missing, missing.end()));
  std::ranges::set_difference(measured, declared, std::inserter(stray, stray.end()));
  if (!missing.empty())
    throw InvalidInput(fmt::format("{} does not measure what is declared for it: {}", experiment,
                                   fmt::join(missing, "; ")));
  if (!stray.empty())
    throw InvalidInput(fmt::format("{} measures what is not declared for it: {}", experiment,
                                   fmt::join(stray, "; ")));
}

/// Throws InvalidInput if the study does not name the erratum of a reading that it measures, or
/// names an erratum that its paper does not have.
void demand_errata(Experiment const& experiment, Declarations const& declared, Study const& study) {
  for (auto const& s : declared.statements)
    for (auto const& r : s.readings)
      if (s.paper == experiment.paper && r.experiment == experiment.id)
        for (auto const& id : errata_of(r.correction))
          if (!study.errata_used.contains(id))
            throw InvalidInput(fmt::format("{} measures {} by the erratum {}, and does not name it",
                                           experiment.id, s.id, id));
  for (auto const& id : study.errata_used)
    if (std::none_of(declared.errata.begin(), declared.errata.end(),
                     [&](Erratum const& e) { return e.paper == experiment.paper && e.id == id; }))
      throw InvalidInput(
          fmt::format("{} names '{}', which is not an erratum of its paper", experiment.id, id));
}

}  // namespace

void demand_declared(Experiment const& experiment, Declarations const& declared,
                     Study const& study) {
  Names wanted, found;
  auto const named = [](Measurements::Key const& key) { return key.first + ", " + key.second; };
  auto const is_own = [&](auto const& item) {
    return item.paper == experiment.paper && item.experiment == experiment.id;
  };
  for (auto const& key : measured_by(experiment, declared)) wanted.insert(named(key));
  for (auto const& [key, instances] : study.readings.instances) found.insert(named(key));
  for (auto const& [key, why] : study.readings.not_run) found.insert(named(key));
  for (auto const& s : declared.statements)
    for (auto const& control : s.controls)
      if (s.paper == experiment.paper && control.same_as.empty() &&
          control.experiment == experiment.id &&
          (study.readings.controls.contains({s.id, control.name}) ||
           !study.readings.not_run.contains({s.id, control.reading})))
        wanted.insert(fmt::format("{}, control {}", s.id, control.name));
  for (auto const& [key, instances] : study.readings.controls)
    found.insert(fmt::format("{}, control {}", key.first, key.second));
  for (auto const& f : declared.findings) {
    if (!is_own(f)) continue;
    wanted.insert("finding " + f.id);
    auto const measured = study.evidence.find(f.id);
    if (measured == study.evidence.end()) continue;
    if (auto const n = measured->second.numbers.neighbours.size(); n != f.neighbours.size())
      throw InvalidInput(fmt::format("{}: finding {} declares {} neighbours and measures {}",
                                     experiment.id, f.id, f.neighbours.size(), n));
  }
  for (auto const& [id, evidence] : study.evidence) found.insert("finding " + id);
  for (auto const& e : declared.errata)
    if (is_own(e)) wanted.insert("erratum " + e.id);
  for (auto const& [id, defects] : study.defects) found.insert("erratum " + id);
  demand_same(experiment.id, wanted, found);
  demand_errata(experiment, declared, study);
}

Study run_experiment(Experiment const& experiment, fs::path const& folder, bool quick, int threads,
                     std::function<void(double)> progress) {
  Study study(quick, threads, std::move(progress));
  experiment.compute(study);
  demand_declared(experiment, declarations(), study);
  fs::create_directories(folder / "data");
  for (auto const& [name, table] : study.tables)
    write(folder / "data" / (name + ".csv"), csv(table));
  json outcomes = json::array();
  for (auto const& f : study.failures)
    outcomes.push_back({{"what", f.what},
                        {"outcome", name_of(f.outcome)},
                        {"reason", f.reason},
                        {"time", f.time}});
  json work = {{"runs", study.runs}};
  for (auto const& field : count_fields) work[field.name] = study.work.*field.value;
  json const description = {
      {"names", study.lists_of_names}, {"outcomes", outcomes}, {"work", work}};
  write(folder / "experiment.json", description.dump(2) + "\n");
  write(folder / "measurements.json", measurements_json(study).dump(2) + "\n");
  return study;
}

}  // namespace rattleback
