#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files/files.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/sheet.hpp"
#include "reports/timings/timings.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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

}  // namespace rattleback::reports
