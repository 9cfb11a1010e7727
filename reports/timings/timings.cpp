#include "reports/timings/timings.hpp"

#include <fmt/format.h>

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

nlohmann::json timings_view(fs::path const& results_folder) {
  auto const source = results_folder / "bench.json";
  auto const list = results_folder / "timings" / "figures.json";
  Bench const bench = read_bench(source);
  auto const figures = fs::exists(list) ? read_json(list) : nlohmann::json::object();
  return understood(source, [&] { return bench_view(bench, figures); });
}

}  // namespace rattleback::reports
