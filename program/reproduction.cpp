// Computes, judges, draws and reports: the main job.

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/core/runner.hpp"
#include "problems/core/misuse.hpp"
#include "program/progress.hpp"
#include "program/provenance.hpp"
#include "program/reproduce.hpp"
#include "reports/figures.hpp"
#include "reports/manifest.hpp"
#include "reports/report.hpp"
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

/// What decides whether a finished experiment still stands.
std::string key_of(std::string const& id, bool quick, std::string const& program) {
  return sha256_text(fmt::format("{} {} {}", program, id, quick ? "quick" : "full"));
}

bool stands(fs::path const& folder, std::string const& key) {
  auto const manifest = folder / "manifest.json";
  if (!fs::exists(manifest)) return false;
  try {
    return read_json(manifest).value("key", "") == key;
  } catch (std::runtime_error const&) {
    return false;  // a damaged manifest is no reason to stop, the experiment runs again
  }
}

/// Computes into a folder beside the final one and renames it when everything is there.
void run_one(Experiment const& experiment, fs::path const& results, json record,
             ReproduceOptions const& options, std::string const& label) {
  fs::path const partial = results / ("." + experiment.id + ".partial");
  fs::remove_all(partial);
  fs::create_directories(partial);
  struct Sweep {
    fs::path folder;
    ~Sweep() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } const sweep{partial};
  {
    Progress progress(label);
    run_experiment(experiment, partial, options.quick, options.jobs,
                   [&](double fraction) { progress(fraction); });
  }
  render_figures(partial);
  record["seconds"] = read_json(partial / "experiment.json").at("seconds");
  record["command"] =
      fmt::format("rattleback reproduce {}{}", experiment.id, options.quick ? " --quick" : "");
  write_manifest(partial, record);
  fs::remove_all(results / experiment.id);
  fs::rename(partial, results / experiment.id);
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
  write_atomically(results / "run.json", record.dump(2) + "\n");
}

fs::path committed_table(bool quick) {
  return fs::path(RATTLEBACK_SOURCE_FOLDER) / "reports" /
         (quick ? "reproduction-quick.md" : "reproduction.md");
}

}  // namespace

int reproduce(ReproduceOptions const& options) {
  auto const start = std::chrono::steady_clock::now();
  fs::path const results = options.output;
  std::error_code failure;
  fs::create_directories(results, failure);
  try {
    write_atomically(results / ".writable", "");
    fs::remove(results / ".writable");
  } catch (std::exception const&) {
    throw Misuse(fmt::format("cannot write into the results folder '{}'", options.output));
  }

  json record = provenance(options);
  std::string const program = program_hash();
  std::size_t number = 0;
  for (auto const& experiment : experiments()) {
    if (std::find(options.names.begin(), options.names.end(), experiment.id) == options.names.end())
      continue;
    std::string const label =
        fmt::format("[{}/{}] {}", ++number, options.names.size(), experiment.id);
    record["key"] = key_of(experiment.id, options.quick, program);
    if (stands(results / experiment.id, record["key"])) {
      fmt::print("{}: up to date (same program, mode and declaration)\n", label);
      continue;
    }
    run_one(experiment, results, record, options, label);
    fmt::print("{}: done\n", label);
    std::fflush(stdout);
  }
  record.erase("key");
  double const wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record["cpu_seconds"] = cpu_seconds_so_far();
  record["wall_seconds"] = wall;
  write_run(results, record);
  write_atomically(results / "reproduction.md", verdict_table(results));
  auto const page = write_report(results);

  int status = 0;
  if (options.strict) {
    auto const found = regressions(results, committed_table(options.quick));
    bool const whole = options.names.size() == experiments().size();
    for (auto const& change : found.changes) fmt::print("changed: {}\n", change);
    for (auto const& line : found.regressions) fmt::print("regression: {}\n", line);
    for (auto const& line : found.missing)
      if (whole) fmt::print("regression: {}\n", line);
    if (!found.regressions.empty() || (whole && !found.missing.empty())) status = 1;
  }
  auto const n = count_verdicts(results);
  fmt::print(
      "claims: {} reproduced / {} corrected / {} assumed / {} not reproduced / {} not checkable; "
      "CPU {:.1f} s, wall {:.1f} s; report: {}\n",
      n.reproduced, n.corrected, n.assumed, n.not_reproduced, n.not_checkable, cpu_seconds_so_far(),
      wall, page.string());
  return status;
}

int report(std::string const& folder) {
  fs::path const results = folder;
  for (auto const& id : read_json(results / "run.json").at("experiments"))
    render_figures(results / id.get<std::string>());
  write_atomically(results / "reproduction.md", verdict_table(results));
  fmt::print("report: {}\n", write_report(results).string());
  return 0;
}

int diff(std::string const& first, std::string const& second) {
  auto const lines = differences(first, second);
  for (auto const& line : lines) fmt::print("{}\n", line);
  if (lines.empty()) fmt::print("no differences\n");
  return 0;
}

}  // namespace rattleback
