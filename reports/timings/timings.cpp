#include "reports/timings/timings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/files/files.hpp"
#include "base/formulas/formulas.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/sheet.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double nanoseconds_per(std::string const& unit) {
  for (auto const& [name, size] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
    if (unit == name) return size;
  throw Malformed(fmt::format("\"{}\" is not a unit of time", unit));
}

void take(Timing& timing, json const& run) {
  if (run.value("error_occurred", false)) {
    timing.error = run.value("error_message", "failed");
    return;
  }
  double const unit = nanoseconds_per(run.value("time_unit", "ns"));
  double const iteration = run.at("cpu_time").get<double>() * unit;
  if (!(iteration > 0 && std::isfinite(iteration)))
    throw Malformed(fmt::format("the time of \"{}\" is not positive", timing.name));
  // Without a count of items one iteration is one item.
  double const rate = run.value("items_per_second", 0.0);
  timing.cpu = rate > 0 ? 1e9 / rate : iteration;
  timing.elapsed = run.at("real_time").get<double>() * unit * timing.cpu / iteration;
  timing.work_rate = run.value("work_per_second", 0.0);
}

std::string three_digits(double value) {
  return value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
}

json facts_of(json const& context) {
  json facts = json::array();
  for (auto const& [name, key] : {std::pair{"Processor", "processor"},
                                  {"CPUs", "num_cpus"},
                                  {"Frequency (MHz)", "mhz_per_cpu"},
                                  {"Load at the start", "load_avg"},
                                  {"Lanes of a vector", "lanes"},
                                  {"Preset", "preset"},
                                  {"Compiler", "compiler"},
                                  {"Flags", "flags"},
                                  {"Commit", "commit"},
                                  {"Date", "date"}}) {
    if (!context.contains(key)) continue;
    json const& value = context.at(key);
    facts.push_back({{"name", name},
                     {"value", formulas::escaped(value.is_string() ? value.get<std::string>()
                                                                   : value.dump())}});
  }
  return facts;
}

/// Returns a row per group of targets, with the member that is worst for the bound.
json target_groups(std::vector<Target> const& targets) {
  std::map<std::string, std::vector<Target const*>> groups;
  for (Target const& target : targets) groups[target.group].push_back(&target);
  json rows = json::array();
  for (auto const& [name, members] : groups) {
    auto const met =
        std::count_if(members.begin(), members.end(), [](auto* t) { return t->met(); });
    auto const& worst =
        **std::min_element(members.begin(), members.end(), [](auto const* a, auto const* b) {
          return a->at_least ? a->measured < b->measured : a->measured > b->measured;
        });
    bool const all = met == static_cast<long>(members.size());
    rows.push_back({{"name", name},
                    {"bound", fmt::format("{} {:g}", worst.at_least ? "≥" : "≤", worst.bound)},
                    {"met", fmt::format("{} of {}", met, members.size())},
                    {"kind", all ? "kept" : "broken"},
                    {"mark", all ? "✓" : "!"},
                    {"worst", three_digits(worst.measured)},
                    {"worst_name", worst.name}});
  }
  return rows;
}

/// Runs of pairs, "METHOD/PROBLEM/run", by method and problem.
using Runs = std::map<std::string, std::map<std::string, Timing const*>>;

Runs runs_of(Bench const& bench) {
  Runs runs;
  for (Timing const& timing : bench.timings) {
    auto const parts = timing.parts();
    if (parts.size() == 3 && parts[2] == "run") runs[parts[0]][parts[1]] = &timing;
  }
  return runs;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  auto const middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

/// Returns, by method, the median over the problems of its time per unit of work over that of the
/// median method on the same problem.
std::map<std::string, double> relative_work_times(Runs const& runs) {
  std::map<std::string, std::vector<double>> on_problem, of_method;
  auto const each = [&](auto const& take) {
    for (auto const& [method, row] : runs)
      for (auto const& [problem, timing] : row)
        if (timing->work_rate > 0) take(method, problem, 1 / timing->work_rate);
  };
  each([&](auto const&, auto const& problem, double time) { on_problem[problem].push_back(time); });
  each([&](auto const& method, auto const& problem, double time) {
    if (on_problem[problem].size() > 1)
      of_method[method].push_back(time / median(on_problem[problem]));
  });
  std::map<std::string, double> medians;
  for (auto const& [method, ratios] : of_method) medians[method] = median(ratios);
  return medians;
}

/// Adds the table of the runs: a row per method, a column per problem.
void add_matrix(json& view, Runs const& runs) {
  std::set<std::string> problems;
  for (auto const& [method, row] : runs)
    for (auto const& [problem, timing] : row) problems.insert(problem);
  view["problems"] = problems;
  auto const relative = relative_work_times(runs);
  view["rows"] = json::array();
  for (auto const& [method, row] : runs) {
    json cells = json::array();
    for (std::string const& problem : problems) {
      auto const run = row.find(problem);
      json cell{{"text", ""}, {"hint", false}};
      if (run != row.end() && !run->second->error.empty())
        cell = {{"text", "✗"}, {"hint", run->second->error}};
      else if (run != row.end())
        cell["text"] = three_digits(run->second->cpu / 1000);
      cells.push_back(cell);
    }
    auto const work = relative.find(method);
    view["rows"].push_back(
        {{"name", method},
         {"work", work == relative.end() ? std::string() : three_digits(work->second)},
         {"cells", cells}});
  }
}

// ---- figure and table ----

using Points = std::set<std::pair<double, double>>;
using Series = std::map<std::string, Points>;  // by label

json panel(Sheet& sheet, std::string const& title, std::string const& x, std::string const& y,
           bool logarithmic_x, Series const& list, char const* style) {
  json series = json::array();
  double top = 0;
  for (auto const& [label, points] : list) {
    std::string text = "x,y\n";
    for (auto const& [at, value] : points) {
      text += fmt::format("{},{}\n", at, value);
      top = std::max(top, value);
    }
    series.push_back(
        {{"data", sheet.table(text)}, {"x", "x"}, {"y", "y"}, {"style", style}, {"label", label}});
  }
  return {{"title", title},
          {"x_label", x},
          {"y_label", y},
          {"x_scale", logarithmic_x ? "log" : "linear"},
          {"y_scale", "linear"},
          {"x_range", nullptr},
          {"y_range", {0.0, 1.1 * top}},
          {"key", "below"},
          {"series", series}};
}

/// Returns the number of threads in the name; 0 if there is none.
double threads_in(std::string const& name) {
  std::string const key = "threads:";
  auto const at = name.find(key);
  return at == name.npos ? 0 : std::strtod(name.c_str() + at + key.size(), nullptr);
}

Table every_timing(Bench const& bench) {
  Table table{"bench",
              "",
              {{"name"},
               {"kind"},
               {"cpu_nanoseconds"},
               {"elapsed_nanoseconds"},
               {"work_per_second"},
               {"error"}},
              {}};
  for (Timing const& timing : bench.timings) {
    auto const number = [](double value) { return value > 0 ? Number(value) : Number(); };
    table.rows.push_back({timing.name, timing.label, number(timing.cpu), number(timing.elapsed),
                          number(timing.work_rate), timing.error});
  }
  return table;
}

/// Panels of the timings; empty ones are omitted.
json panels_of(Sheet& sheet, Bench const& bench) {
  std::map<std::string, Series> speed_up;  // by kind of method
  Series threads;
  Timing const* const single =
      bench.find("ensemble/chaotic_r7/dla_leapfrog/threads:1/process_time");
  for (Timing const& one : bench.timings) {
    if (!one.error.empty()) continue;
    auto const parts = one.parts();
    if (one.name.ends_with("/one_orbit") && parts.size() == 3 && !one.label.empty())
      if (auto const* lanes = bench.find(parts[0] + "/" + parts[1] + "/lanes"))
        speed_up[one.label][parts[1]].emplace(one.cpu, one.cpu / lanes->cpu);
    if (double const count = threads_in(one.name); count > 0 && single) {
      threads["processor time, all threads"].emplace(count, one.cpu / single->cpu);
      threads["elapsed time"].emplace(count, one.elapsed / single->elapsed);
    }
  }
  json panels = json::array();
  for (auto const& [kind, series] : speed_up)
    panels.push_back(panel(sheet, kind + " methods", "one orbit: processor time per step (ns)",
                           "speed-up of lanes", true, series, "points"));
  if (threads.size() > 0 && threads.begin()->second.size() > 1)
    panels.push_back(panel(sheet, "Ensemble on threads", "threads", "time / time of one thread",
                           false, threads, "linespoints"));
  return panels;
}

}  // namespace

std::vector<std::string> Timing::parts() const {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to; (to = name.find('/', from)) != name.npos; from = to + 1)
    parts.push_back(name.substr(from, to - from));
  parts.push_back(name.substr(from));
  return parts;
}

Timing const* Bench::find(std::string const& name) const {
  for (Timing const& timing : timings)
    if (timing.name == name && timing.error.empty()) return &timing;
  return nullptr;
}

Bench read_bench(std::filesystem::path const& path) {
  json const file = read_json(path);
  return understood(path, [&] {
    Bench bench;
    bench.context = file.at("context");
    std::map<std::string, std::size_t> places;
    for (json const& run : file.at("benchmarks")) {
      // A single measurement counts until the median of several follows.
      bool const is_median = run.value("aggregate_name", "") == "median";
      if (run.at("run_type") != "iteration" && !is_median) continue;
      std::string const name = run.at("run_name");
      auto const [place, is_new] = places.emplace(name, bench.timings.size());
      if (is_new) bench.timings.push_back({.name = name, .label = run.value("label", "")});
      if (is_new || is_median) take(bench.timings[place->second], run);
    }
    for (json const& target : file.value("targets", json::array()))
      bench.targets.push_back({target.at("group"), target.at("name"), target.at("measured"),
                               target.at("bound"), target.at("at_least")});
    if (bench.timings.empty()) throw Malformed("the file contains no timing");
    return bench;
  });
}

void draw_timings(fs::path const& results_folder, Watch const& watch) {
  auto const source = results_folder / "bench.json", folder = results_folder / "timings";
  Bench const bench = read_bench(source);
  understood(source, [&] {
    write_atomically(results_folder / "bench.csv", to_csv(every_timing(bench)));
    fs::create_directories(folder);
    ScratchFolder const scratch;
    Sheet sheet(scratch.path());
    auto const panels = panels_of(sheet, bench);
    fs::remove(folder / "timings.svg");
    if (panels.empty()) return;
    sheet.add("timings", panels, 2.9);
    sheet.render(Formats::vector, watch);
    write_atomically(folder / "timings.svg", read_text(scratch.path() / "figures" / "timings.svg"));
  });
}

json timings_view(fs::path const& results_folder) {
  auto const source = results_folder / "bench.json";
  Bench const bench = read_bench(source);
  return understood(source, [&] {
    json view{{"facts", facts_of(bench.context)},
              {"groups", target_groups(bench.targets)},
              {"has_figure", fs::exists(results_folder / "timings" / "timings.svg")}};
    auto const failed = std::count_if(bench.timings.begin(), bench.timings.end(),
                                      [](Timing const& timing) { return !timing.error.empty(); });
    view["summary"] = fmt::format("{} timings; {} did not finish.", bench.timings.size(), failed);
    add_matrix(view, runs_of(bench));
    view["has_groups"] = !view["groups"].empty();
    view["has_rows"] = !view["rows"].empty();
    return view;
  });
}

}  // namespace rattleback::reports
