#include "reports/timings/timings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/comparison/tables.hpp"
#include "reports/files/files.hpp"
#include "reports/timings/data.hpp"
#include "reports/timings/figures.hpp"
#include "reports/timings/view.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;

namespace {

Table every_timing(Bench const& bench) {
  Table table{"bench",
              "Timings",
              {{"name", "Name"},
               {"kind", "Kind"},
               {"cpu_nanoseconds", "Processor time per item (ns)"},
               {"deviation", "Standard deviation (ns)"},
               {"elapsed_nanoseconds", "Elapsed time per item (ns)"},
               {"work_per_second", "Units of work per second"},
               {"error", "Error"}},
              {}};
  for (Timing const& timing : bench.timings) {
    bool const measured = timing.error.empty();
    auto const number = [&](double value) { return measured ? Number(value) : Number(); };
    auto const rate = timing.rates.find("work_per_second");
    table.rows.push_back({timing.name, timing.label, number(timing.cpu.median),
                          number(timing.cpu.deviation), number(timing.elapsed),
                          rate == timing.rates.end() ? Number() : Number(rate->second),
                          timing.error});
  }
  return table;
}

}  // namespace

void draw_timings(fs::path const& results_folder, Watch const& watch) {
  auto const source = results_folder / "bench.json", folder = results_folder / "timings";
  Bench const bench = read_bench(source);
  understood(source, [&] {
    auto const figures = draw_bench_figures(bench, folder, watch);
    write_atomically(folder / "figures.json", json_text(figures, 1) + "\n");
    write_atomically(results_folder / "bench.csv", to_csv(every_timing(bench)));
  });
}

nlohmann::json timings_views(fs::path const& results_folder) {
  using nlohmann::json;
  auto const newest = results_folder / "bench.json";
  auto const list = results_folder / "timings" / "figures.json";
  auto const processor = [](Bench const& bench) {
    return bench.context.value("processor", std::string("unknown processor"));
  };
  std::vector<std::pair<std::string, std::vector<Bench>>> machines;
  auto const add = [&](fs::path const& path) {
    understood(path, [&] {
      Bench bench = read_bench(path);
      if (!machines.empty() && bench.date() == machines.front().second.front().date()) return;
      auto const name = processor(bench);
      auto const known = std::find_if(machines.begin(), machines.end(),
                                      [&](auto const& one) { return one.first == name; });
      if (known != machines.end()) return known->second.push_back(std::move(bench));
      machines.emplace_back(name, std::vector<Bench>{});
      machines.back().second.push_back(std::move(bench));
    });
  };
  add(newest);
  if (fs::is_directory(results_folder / "bench"))
    for (fs::path const& path : files_in(results_folder / "bench", ".json")) add(path);
  json views = json::array();
  for (auto& [name, runs] : machines) {
    bool const is_first = views.empty();
    // The first run of the first machine is bench.json; of others the newest is shown.
    std::stable_sort(runs.begin() + (is_first ? 1 : 0), runs.end(),
                     [](Bench const& a, Bench const& b) { return a.date() > b.date(); });
    auto const figures = is_first && fs::exists(list) ? read_json(list) : json::object();
    json view =
        understood(newest, [&, &first = runs.front()] { return bench_view(first, figures); });
    view["processor"] = name;
    view["history"] = history_view(runs);
    view["has_history"] = runs.size() > 1;
    views.push_back(view);
  }
  return views;
}

}  // namespace rattleback::reports
