#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_8_study {

namespace {

/// Adds the errors and steps of a run as tables.
void add_errors(Study& study, std::string const& name, KnifeRun const& run) {
  auto const follows = series(run.nodes(), [&](auto i) { return long(i) < run.report.nodes; });
  tabulate(study, "errors_" + name,
           {{"i", counting(run.nodes())}, {"error", run.errors}, {"follows", follows}});
  add_steps(study, name, run);
}

/// Distance of the sharpest maxima of the error near the zeros of f from the printed indices.
Measured distance_of_peaks(KnifeRun const& run) {
  auto const s = scores(run.errors, at_nodes);
  return {.value = distance_from_printed(peaks(run.errors, at_nodes)),
          .details = {{"largest error near the zeros", s.largest_near}, {"away", s.largest_away}}};
}

/// Measures sizes, ranking and peaks for one start.
void measure_errors(Study& study, std::string const& start) {
  auto const runs = knife_runs(study, start);
  auto const unreduced = knife_run(study, "dla_midpoint", start);
  for (auto const& measure : error_measures) {
    std::string const reading = start + ", " + measure.name;
    for (auto const& [forces, rdla] :
         {std::pair{"(22)-(23), ", &unreduced}, {"(24)-(25), ", &runs[0]}}) {
      study.measure("K5", forces + reading, {measure.of(rdla->errors)});
      study.measure("K5a", forces + reading, ranking_of_errors(measure, *rdla, runs));
    }
    study.measure("K6", reading, {measure.of(runs[1].errors)});
    study.measure("K7", reading, {measure.of(runs[2].errors)});
  }
  for (std::size_t m = 0; m < methods.size(); ++m)
    study.measure("K22", start, knife_names[m], distance_of_peaks(runs[m]));
  if (start != "euler") return;
  study.control("K22", "Runge-Kutta method", distance_of_peaks(knife_run(study, "odeint_rk4", {})));
  study.control(
      "K5a", "steps of RDLA ten times as large",
      ranking_of_errors(
          error_measures[0],
          knife_run(study, "dla_midpoint", start, {}, 10 * knife_step, knife_nodes / 10), runs));
}

}  // namespace

void figure_8(Study& study) {
  study.uses("E1");
  auto const runs = knife_runs(study, "euler");
  for (std::size_t m = 0; m < methods.size(); ++m) add_errors(study, methods[m], runs[m]);
  add_errors(study, "hdel_r1", hdel_r1(study));
  add_errors(study, "hdel_r2", hdel_r2(study));
  for (auto const& method : other_methods) add_errors(study, method, knife_run(study, method, {}));
  for (auto const& start : starts) measure_errors(study, start);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_8_study
