#include "reports/timings/timings.hpp"

#include <fmt/format.h>

#include "generated/bench_texts.hpp"
#include "generated/comparison_texts.hpp"
#include "generated/page.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/files/files.hpp"
#include "reports/site/mustache.hpp"
#include "reports/timings/data.hpp"
#include "reports/timings/figures.hpp"
#include "reports/timings/view.hpp"

namespace rattleback::reports {
namespace {

Table every_timing(Bench const& bench) {
  Table table{"bench",
              "Timings",
              {{"name", "Name"},
               {"kind", "Kind"},
               {"cpu_nanoseconds", "Processor time an item (ns)"},
               {"deviation", "Standard deviation (ns)"},
               {"elapsed_nanoseconds", "Elapsed time an item (ns)"},
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

std::filesystem::path write_bench_report(std::filesystem::path const& results_folder,
                                         Watch const& watch) {
  auto const source = results_folder / "bench.json", page = results_folder / "bench.html";
  Bench const bench = read_bench(source);
  understood(source, [&] {
    nlohmann::json view = bench_view(bench, bench_figures(bench, watch));
    view["style"] = fmt::format("{}{}", page_style, comparison_style);
    write_atomically(page, render_template(bench_template, view));
    write_atomically(results_folder / "bench.csv", to_csv(every_timing(bench)));
  });
  return page;
}

}  // namespace rattleback::reports
