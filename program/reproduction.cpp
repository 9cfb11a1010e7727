// Computes, judges, draws and reports: the main job.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/core/runner.hpp"
#include "program/components.hpp"
#include "program/progress.hpp"
#include "program/provenance.hpp"
#include "program/reproduce.hpp"
#include "program/results_folder.hpp"
#include "reports/bench.hpp"
#include "reports/comparison.hpp"
#include "reports/figures.hpp"
#include "reports/manifest.hpp"
#include "reports/report.hpp"
#include "reports/standing.hpp"
#include "reports/verdicts.hpp"

namespace rattleback {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json provenance(ReproduceOptions const& options) {
  json libraries = json::object();
  for (auto const& [name, version] : library_versions()) libraries[name] = version;
  return {{"mode", options.quick ? "quick" : "full"},
          {"preset", build_preset()},
          {"flags", build_flags()},
          {"compiler", compiler()},
          {"cpu", processor()},
          {"cores", options.jobs},
          {"libraries", libraries},
          {"commit", source_commit()},
          {"date", today()},
          {"command", options.command}};
}

using Seconds = std::chrono::duration<double>;

/// Computes into a folder beside the final one, which takes its place when everything is there.
/// `declared` is what declarations have looked up before any experiment ran.
void compute(Experiment const& experiment, fs::path const& results, json record,
             ReproduceOptions const& options, std::set<std::string> const& declared,
             std::string const& label) {
  PartialFolder partial(results, experiment.id);
  auto const start = std::chrono::steady_clock::now();
  double const cpu = cpu_seconds_so_far();
  take_lookups();
  {
    Progress progress(label);
    run_experiment(experiment, partial.path(), options.quick, options.jobs,
                   [&](double fraction) { progress(fraction); });
  }
  record["seconds"] = {{"cpu", cpu_seconds_so_far() - cpu},
                       {"wall", Seconds(std::chrono::steady_clock::now() - start).count()}};
  auto lookups = take_lookups();
  lookups.insert(declared.begin(), declared.end());
  auto components = components_of(experiment, options.quick);
  auto const parts = catalogue_components();
  for (auto const& lookup : lookups)
    components[component_name(lookup)] = parts.at(component_name(lookup));
  record["components"] = components;
  record["command"] =
      fmt::format("rattleback reproduce {}{}", experiment.id, options.quick ? " --quick" : "");
  reports::render_figures(partial.path());
  reports::write_manifest(partial.path(), record);
  partial.publish();
}

/// Draws the figures of what was computed, again beside the final folder. The hashes of other
/// outputs stay as recorded, so that damage to them is still noticed.
void redraw(fs::path const& results, std::string const& id) {
  fs::path const finished = results / id;
  PartialFolder partial(results, id);
  fs::path const figures = partial.path() / "figures", manifest = partial.path() / "manifest.json";
  fs::copy(finished, partial.path(), fs::copy_options::recursive);
  fs::remove_all(figures);
  reports::render_figures(partial.path());

  json record = reports::read_json(manifest);
  json outputs = json::object();
  for (auto const& [name, hash] : record.at("outputs").items())
    if (!name.starts_with("figures/")) outputs[name] = hash;
  if (fs::exists(figures))
    for (auto const& entry : fs::directory_iterator(figures))
      outputs["figures/" + entry.path().filename().string()] = reports::sha256_file(entry.path());
  record["outputs"] = outputs;
  for (auto const& [name, hash] : figure_components()) record["components"][name] = hash;
  reports::write_atomically(manifest, reports::json_text(record, 2) + "\n");
  partial.publish();
}

template <class... Values>
void say(fmt::format_string<Values...> text, Values&&... values) {
  fmt::print(text, std::forward<Values>(values)...);
  std::fflush(stdout);
}

/// Lists every experiment that the folder holds, in report order.
void write_run(fs::path const& results, json record) {
  json known = json::array();
  for (auto const& p : papers())
    known.push_back({{"id", p.id}, {"short", p.short_name}, {"citation", p.citation}});
  record["papers"] = known;
  record["experiments"] = json::array();
  for (auto const& e : experiments())
    if (fs::exists(results / e.id / "manifest.json")) record["experiments"].push_back(e.id);
  reports::write_atomically(results / "run.json", reports::json_text(record, 2) + "\n");
}

fs::path committed_table(bool quick) {
  return fs::path(RATTLEBACK_SOURCE_FOLDER) / "reports" /
         (quick ? "reproduction-quick.md" : "reproduction.md");
}

}  // namespace

int reproduce(ReproduceOptions const& options) {
  auto const start = std::chrono::steady_clock::now();
  fs::path const results = options.output;
  ResultsLock const lock(results);
  json record = provenance(options);
  auto const declared = take_lookups();
  auto const parts = catalogue_components();
  std::size_t number = 0;
  for (auto const& experiment : experiments()) {
    if (std::find(options.names.begin(), options.names.end(), experiment.id) == options.names.end())
      continue;
    std::string const label =
        fmt::format("[{}/{}] {}", ++number, options.names.size(), experiment.id);
    auto const [due, reasons] =
        reports::standing(results / experiment.id, components_of(experiment, options.quick), parts);
    say("{}: {}\n", label, due == reports::Standing::Due::nothing ? "up to date" : reasons);
    if (due == reports::Standing::Due::everything) {
      compute(experiment, results, record, options, declared, label);
      say("{}: done\n", label);
    } else if (due == reports::Standing::Due::figures) {
      redraw(results, experiment.id);
      say("{}: figures drawn again\n", label);
    }
  }
  double const wall = Seconds(std::chrono::steady_clock::now() - start).count();
  record["cpu_seconds"] = cpu_seconds_so_far();
  record["wall_seconds"] = wall;
  write_run(results, record);
  reports::write_atomically(results / "reproduction.md", reports::verdict_table(results));
  auto const page = reports::write_report(results);

  int status = 0;
  if (options.strict) {
    auto const found = reports::regressions(results, committed_table(options.quick));
    bool const whole = options.names.size() == experiments().size();
    for (auto const& change : found.changes) fmt::print("changed: {}\n", change);
    for (auto const& line : found.regressions) fmt::print("regression: {}\n", line);
    for (auto const& line : found.missing)
      if (whole) fmt::print("regression: {}\n", line);
    if (!found.regressions.empty() || (whole && !found.missing.empty())) status = 1;
  }
  auto const n = reports::count_verdicts(results);
  fmt::print(
      "claims: {} reproduced / {} corrected / {} assumed / {} not reproduced / {} not checkable; "
      "CPU {:.1f} s, wall {:.1f} s; report: {}\n",
      n.reproduced, n.corrected, n.assumed, n.not_reproduced, n.not_checkable, cpu_seconds_so_far(),
      wall, page.string());
  return status;
}

int report(std::string const& folder) {
  fs::path const results = folder;
  ResultsLock const lock(results);
  bool const compared = fs::is_directory(results / "comparison");
  bool const timed = fs::exists(results / "bench.json");
  if (compared) fmt::print("comparison: {}\n", reports::write_comparison_report(results).string());
  if (timed) fmt::print("timings: {}\n", reports::write_bench_report(results).string());
  if ((compared || timed) && !fs::exists(results / "run.json")) return 0;
  for (auto const& id : reports::read_json(results / "run.json").at("experiments"))
    redraw(results, id);
  reports::write_atomically(results / "reproduction.md", reports::verdict_table(results));
  fmt::print("report: {}\n", reports::write_report(results).string());
  return 0;
}

}  // namespace rattleback
