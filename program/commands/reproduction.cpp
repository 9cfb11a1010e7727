// Commands reproduce and report: computation, verdicts, figures and site.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/invalid_input.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/core/experiments_file.hpp"
#include "experiments/core/runner.hpp"
#include "program/commands/cards.hpp"
#include "program/commands/reproduce.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/accepted.hpp"
#include "program/results/changes.hpp"
#include "program/results/code_hashes.hpp"
#include "program/results/results_folder.hpp"
#include "program/results/side_by_side.hpp"
#include "program/results/statements.hpp"
#include "reports/comparison/comparison.hpp"
#include "reports/drawing/figures.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/picture_files.hpp"
#include "reports/pages/site.hpp"
#include "reports/results/cache_status.hpp"
#include "reports/results/description.hpp"
#include "reports/results/statements.hpp"
#include "reports/timings/timings.hpp"

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
          {"architecture", architecture()},
          {"cpu", processor()},
          {"cores", options.jobs},
          {"libraries", libraries},
          {"commit", source_commit()},
          {"program", program_stamp()},
          {"date", today()},
          {"command", options.command}};
}

/// Returns the hash of the build settings that numbers depend on, without the processor.
std::string preset_hash() {
  json const preset = {{"preset", build_preset()},
                       {"build_type", build_type()},
                       {"flags", build_flags()},
                       {"compiler", compiler()},
                       {"libraries", library_versions()}};
  return sha256_text(preset.dump());
}

/// Returns the name in catalogue_components() of a lookup in Study::dependencies.
std::string component_name(std::string const& lookup) { return "code of " + lookup; }

/// Returns the components that affect only the drawing: of all results, and of the texts.
reports::Components figure_components() {
  static std::string const gnuplot = sha256_text(reports::gnuplot_version());
  return {{component_name("the figures"), code_hashes().at("the figures")}, {"gnuplot", gnuplot}};
}

reports::Components text_components(Experiment const& experiment) {
  return {{"texts", sha256_text(declaration(experiment).dump())}};
}

/// Returns the components of every result of `experiment`: mode, preset, measured quantities,
/// texts, code of the cores, of the experiment and of the figures, and gnuplot.
reports::Components components_of(Experiment const& experiment, bool quick) {
  auto const& code = code_hashes();
  reports::Components components = figure_components();
  components.merge(text_components(experiment));
  components.insert({
      {"mode", sha256_text(quick ? "quick" : "full")},
      {"preset", preset_hash()},
      {"what is measured", sha256_text(declaration(experiment).at("measures").dump())},
      {"code of experiment " + experiment.id, code.at(experiment.source)},
      {component_name("the core"), code.at("the core")},
      {component_name("the experiments' core"), code.at("the experiments' core")},
  });
  return components;
}

/// Returns every part of the code that an experiment may look up by name.
reports::Components catalogue_components() {
  reports::Components components;
  for (auto const& [name, hash] : code_hashes())
    if (name.starts_with("problem ") || name.starts_with("method ") ||
        name == every_problem_and_method)
      components[component_name(name)] = hash;
  return components;
}

using Seconds = std::chrono::duration<double>;

/// Throws unless every computed table is in the folder; a later run could not detect a missing one.
void demand_outputs(fs::path const& folder, Study const& study) {
  json const manifest = read_json(folder / "manifest.json");
  std::set<std::string> wanted{"experiment.json", "measurements.json"};
  for (auto const& [name, table] : study.tables) wanted.insert("data/" + name + ".csv");
  for (auto const& name : wanted)
    if (!manifest.at("outputs").contains(name))
      throw IoError(
          fmt::format("'{}' vanished while the results were written", (folder / name).string()));
}

/// Returns the columns of the tables in a folder, by table name.
std::map<std::string, std::vector<std::string>> columns_in(fs::path const& data) {
  std::map<std::string, std::vector<std::string>> columns;
  for (auto const& entry : fs::directory_iterator(data)) {
    std::string const text = read_text(entry.path());
    columns[entry.path().stem().string()] = split_at_commas(text.substr(0, text.find('\n')));
  }
  return columns;
}

/// Updates the description of computed results with the current texts.
void update_description(fs::path const& folder, Experiment const& experiment, bool quick) {
  fs::path const file = folder / "experiment.json";
  json description = read_json(file);
  if (fs::exists(folder / "data")) demand_columns(experiment, columns_in(folder / "data"));
  update_texts(description, experiment, quick);
  write_text(file, description.dump(2) + "\n");
}

/// Computes into a temporary folder, which replaces the final one when it is complete except for
/// the figures.
void compute(Experiment const& experiment, ResultsLock const& lock, json record, bool quick,
             std::string const& label, int threads, std::atomic<bool> const& stop) {
  PartialFolder partial(lock, experiment.id);
  auto const start = std::chrono::steady_clock::now();
  // One of several parallel experiments has a single thread, whose clock counts only its own time.
  auto const clock = threads == 1 ? cpu_now : cpu_seconds_so_far;
  double const cpu = clock();
  auto const study = [&] {
    Progress progress(label);
    return run_experiment(experiment, partial.path(), quick, threads, [&](double fraction) {
      if (stop) throw Stopped{};
      progress(fraction);
    });
  }();
  update_description(partial.path(), experiment, quick);
  record["seconds"] = {{"cpu", clock() - cpu},
                       {"wall", Seconds(std::chrono::steady_clock::now() - start).count()}};
  auto components = components_of(experiment, quick);
  auto const parts = catalogue_components();
  for (auto const& name : study.dependencies)
    components[component_name(name)] = parts.at(component_name(name));
  record["components"] = components;
  record["command"] =
      fmt::format("rattleback reproduce {}{}", experiment.id, quick ? " --quick" : "");
  reports::write_manifest(partial.path(), record);
  demand_outputs(partial.path(), study);
  partial.publish();
}

/// Draws the figures of computed results, also in a temporary folder. The hashes of other outputs
/// stay as recorded, so that damage to them remains detectable.
void draw(ResultsLock const& lock, std::string const& id) {
  PartialFolder partial(lock, id);
  fs::path const figures = partial.path() / "figures", manifest = partial.path() / "manifest.json";
  partial.copy_finished(figures.filename());
  json record = read_json(manifest);
  auto const experiment = std::find_if(experiments().begin(), experiments().end(),
                                       [&](Experiment const& e) { return e.id == id; });
  understood(lock.path() / id / "manifest.json", [&] {
    update_description(partial.path(), *experiment, record.at("mode") == "quick");
    record["figures"] = reports::render_figures(partial.path(), reports::Formats::all,
                                                throw_if_interrupted, reports::origin_of(record));
    json outputs = json::object();
    for (auto const& [name, hash] : record.at("outputs").items())
      if (!name.starts_with("figures/")) outputs[name] = hash;
    outputs["experiment.json"] = sha256_file(partial.path() / "experiment.json");
    if (fs::exists(figures))
      for (auto const& entry : fs::directory_iterator(figures))
        outputs["figures/" + entry.path().filename().string()] = sha256_file(entry.path());
    record["outputs"] = outputs;
    auto drawn = figure_components();
    drawn.merge(text_components(*experiment));
    for (auto const& [name, hash] : drawn) record["components"][name] = hash;
  });
  write_text(manifest, json_text(record, 2) + "\n");
  partial.publish();
}

template <class... Values>
void print_flushed(fmt::format_string<Values...> text, Values&&... values) {
  fmt::print(text, std::forward<Values>(values)...);
  std::fflush(stdout);
}

/// Writes run.json with every complete experiment of the folder, in report order.
void write_run(fs::path const& results, json record) {
  json known = json::array();
  for (auto const& p : papers())
    known.push_back({{"id", p.id},
                     {"short", p.short_name},
                     {"citation", p.citation},
                     {"published", p.published},
                     {"headlines", headline_cards(p.id)}});
  record["papers"] = known;
  record["rules"] = rules_json();
  record["experiments"] = json::array();
  for (auto const& e : experiments())
    if (reports::is_complete(results / e.id)) record["experiments"].push_back(e.id);
  record["accepted_date"] = accepted_date(accepted_verdicts() / "full");
  write_atomically(results / "run.json", json_text(record, 2) + "\n");
}

/// Writes the cards of problems and methods for their pages.
void write_catalogue(fs::path const& results) {
  write_atomically(results / "catalogue.json", catalogue_cards().text() + "\n");
}

fs::path const laboratory_module = RATTLEBACK_LABORATORY_MODULE;

/// Says on stderr if the site has no laboratory. To be called last: an error is then one line.
void say_if_no_laboratory() {
  if (!reports::has_laboratory(laboratory_module))
    print_message(fmt::format(
        "note: the site has no laboratory, because '{}' has no module; make laboratory builds it",
        laboratory_module.string()));
}

/// Returns the experiments in run.json, which are redrawn; throws if one is unknown.
std::vector<std::string> known_experiments(fs::path const& results) {
  std::vector<std::string> known;
  for (auto const& experiment : experiments()) known.push_back(experiment.id);
  if (!fs::exists(results / "run.json"))
    throw InvalidInput(
        fmt::format("'{}' has no run.json, because its run did not finish; repeat the "
                    "command that fills it, which keeps finished experiments",
                    results.string()));
  auto const ids = reports::listed_experiments(results);
  for (auto const& id : ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      throw IoError(fmt::format("'{}' lists the experiment '{}', which is not known; nearest: {}",
                                (results / "run.json").string(), id, nearest(id, known)));
  return ids;
}

/// Prints a row of counts for each paper, in report order.
void print_verdicts_by_paper(std::vector<json> const& records) {
  std::string head = fmt::format("{:<40}", "paper");
  for (auto const& word : reports::verdict_words()) head += fmt::format(" {:>13}", word.word);
  fmt::print("{}\n", head);
  for (auto const& paper : papers()) {
    auto own = records;
    std::erase_if(own, [&](json const& record) { return record.at("paper") != paper.id; });
    if (own.empty()) continue;
    std::string row = fmt::format("{:<40}", paper.id);
    for (auto const& [word, count] : reports::count_verdicts(own))
      row += fmt::format(" {:>13}", count);
    fmt::print("{}\n", row);
  }
}

/// Writes verdicts and guarded numbers of the folder. Returns the records of statements.
std::vector<json> write_measured(fs::path const& results) {
  auto const all = measurements_in(results);
  auto const records = write_statements(results, all, accepted_verdicts() / "full");
  write_guarded(results, all, records);
  return records;
}

}  // namespace

int reproduce(ReproduceOptions const& options) {
  using Recompute = reports::CacheStatus::Recompute;
  auto const start = std::chrono::steady_clock::now();
  fs::path const results = options.output;
  ResultsLock const lock(results);
  json record = provenance(options);
  auto const parts = catalogue_components();
  std::vector<std::pair<Experiment const*, reports::CacheStatus>> work;
  for (auto const& experiment : experiments())
    if (std::find(options.names.begin(), options.names.end(), experiment.id) != options.names.end())
      work.emplace_back(&experiment,
                        reports::check_cache(results / experiment.id,
                                             components_of(experiment, options.quick), parts));
  auto const due = std::count_if(work.begin(), work.end(), [](auto const& item) {
    return item.second.due != Recompute::nothing;
  });
  // Errors of drawing are reported before hours of computing.
  if (due > 0) reports::try_drawing(throw_if_interrupted);
  int const side_by_side = std::clamp(static_cast<int>(due), 1, options.jobs);
  run_side_by_side(side_by_side, work.size(), [&](std::size_t i, std::atomic<bool> const& stop) {
    auto const& [experiment, status] = work[i];
    std::string const label = fmt::format("[{}/{}] {}", i + 1, work.size(), experiment->id);
    print_flushed("{}: {}\n", label,
                  status.due == Recompute::nothing ? "up to date" : status.reasons);
    if (status.due == Recompute::nothing) return;
    if (status.due == Recompute::everything)
      compute(*experiment, lock, record, options.quick, label, options.jobs / side_by_side, stop);
    draw(lock, experiment->id);
    print_flushed("{}: {}\n", label,
                  status.due == Recompute::everything ? "done" : "figures redrawn");
  });
  double const wall = Seconds(std::chrono::steady_clock::now() - start).count();
  record["cpu_seconds"] = cpu_seconds_so_far();
  record["wall_seconds"] = wall;
  write_run(results, record);
  auto const records = write_measured(results);
  bool const is_strict = options.strict != Strict::nothing;
  auto const changes = write_changes(
      results, records, options.accepted.empty() ? accepted_verdicts() : fs::path(options.accepted),
      is_strict || !options.accepted.empty());
  write_catalogue(results);
  auto const page = reports::write_site(results, laboratory_module, print_left_out);
  int const status =
      is_strict && print_regressions(*changes, options.strict == Strict::everything) ? 1 : 0;
  print_verdicts_by_paper(records);
  std::string counts;
  for (auto const& [word, count] : reports::count_verdicts(records))
    counts += fmt::format("{}{} {}", counts.empty() ? "" : " / ", count, word);
  fmt::print("statements: {}; CPU {:.1f} s, wall {:.1f} s; report: {}\n", counts,
             cpu_seconds_so_far(), wall, page.string());
  if (changes) {
    auto const words = [](std::size_t count, char const* one, char const* several) {
      return count == 0   ? fmt::format("no {}", one)
             : count == 1 ? fmt::format("1 {}", one)
                          : fmt::format("{} {}", count, several);
    };
    auto differ = words(changes->verdicts.size(), "verdict", "verdicts");
    auto last = changes->verdicts.size();
    if (changes->has_numbers) {
      last = changes->numbers.size();
      differ += " and " + words(last, "number or curve", "numbers and curves");
    }
    fmt::print("{} differ{} from the accepted ones{}: {}\n", differ, last < 2 ? "s" : "",
               changes->has_numbers
                   ? ""
                   : fmt::format(", and the accepted {} run stores no numbers to compare",
                                 options.quick ? "quick" : "full"),
               (results / reports::changes_address).string());
  }
  say_if_no_laboratory();
  return status;
}

int report(std::string const& folder) {
  fs::path const results = folder;
  if (!is_results_folder(results))
    throw InvalidInput(
        fmt::format("'{}' has nothing to report: it contains no results of reproduce, compare or "
                    "the timings",
                    folder));
  ResultsLock const lock(results);
  bool const compared = fs::is_directory(results / "comparison");
  bool const timed = fs::exists(results / "bench.json");
  bool const ran = fs::exists(results / "run.json") || !(compared || timed);
  auto const ids = ran ? known_experiments(results) : std::vector<std::string>{};
  reports::try_drawing(throw_if_interrupted);
  if (compared) reports::draw_comparison(results, throw_if_interrupted);
  if (timed) reports::draw_timings(results, throw_if_interrupted);
  for (auto const& id : ids) draw(lock, id);
  if (ran) {
    // Headlines, like the other declarations, are those of this program.
    if (fs::exists(results / "run.json")) write_run(results, read_json(results / "run.json"));
    write_changes(results, write_measured(results), accepted_verdicts(), false);
  }
  write_catalogue(results);
  auto const page = reports::write_site(results, laboratory_module, print_left_out);
  fmt::print("report: {}\n", page.string());
  say_if_no_laboratory();
  return 0;
}

}  // namespace rattleback
