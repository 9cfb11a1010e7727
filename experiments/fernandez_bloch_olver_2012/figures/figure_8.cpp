#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Errors and steps of a run, as tables.
void add_errors(Study& study, std::string const& name, KnifeRun const& run) {
  auto& table = study.table("errors_" + name, {"i", "error", "follows"});
  for (std::size_t i = 0; i < run.nodes(); ++i)
    table.add({double(i), run.errors[i], double(long(i) < run.report.nodes)});
  add_steps(study, name, run);
}

/// Sizes, ranking and peaks from one start.
void measure_errors(Study& study, std::string const& start) {
  auto const runs = knife_runs(study, start);
  std::string const data = fmt::format("knife edge, 100 steps of 0.07, {}", words_of(start));
  measure_errors(study, {"K5", "K6", "K7"}, "K5a", start, runs, knife_names, data);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const found = peaks(runs[m].errors, at_nodes);
    auto const s = scores(runs[m].errors, at_nodes);
    double const miss = distance_from_printed(found);
    study.measure("K22", start, knife_names[m],
                  measured(miss,
                           "distance of the sharpest maxima of the error by {} near the zeros "
                           "of f, i = {}, from 23 and 68, {}: {:g} (errors near the zeros up to "
                           "{:.2e}, away up to {:.2e}; {})",
                           knife_names[m], fmt::join(found, ", "), data, miss, s.largest_near,
                           s.largest_away, runs[m].report.words()));
  }
}

}  // namespace

void figure_8(Study& study) {
  auto const runs = knife_runs(study, "euler");
  for (std::size_t m = 0; m < methods.size(); ++m) add_errors(study, methods[m], runs[m]);
  add_errors(study, "hdel_r1", hdel_r1(study));
  add_errors(study, "hdel_r2", hdel_r2(study));
  for (auto const& method : other_methods) add_errors(study, method, knife_run(study, method, {}));
  for (auto const& start : starts) measure_errors(study, start);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
