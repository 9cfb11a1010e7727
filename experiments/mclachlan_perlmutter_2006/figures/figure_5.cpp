#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_5_study {

namespace {

Run leapfrog(std::string const& start, int hundredths, double T) {
  RawQuad const h = RawQuad(hundredths) / 100;
  long const every = std::max(1L, std::lround(50.0 / hundredths));
  return Run{"chaotic_r7", "dla_leapfrog", start}.with(h, std::lround(100 * T / hundredths), every);
}

/// Runs of the figure by name of their table, from the initial condition of a case.
std::vector<std::pair<std::string, Run>> curves(std::string const& start, double T) {
  return {{"dla_0.2", leapfrog(start, 20, T)},
          {"dla_0.1", leapfrog(start, 10, T)},
          {"dla_0.05", leapfrog(start, 5, T)},
          {"ida_1e-4", ida_run(start, integrated_multiplier, "1e-4", T)},
          {"ida_1e-6", ida_run(start, integrated_multiplier, "1e-6", T)}};
}

/// Records the failure of the index-2 form with the multiplier in the error test, the reason for
/// running another form for DASSL.
void record_index_two(Study& study, double T) {
  for (char const* tolerance : {"1e-4", "1e-6"})
    study.execute(ida_run("sample7", {{"form", "index2"}, {"error_test", "all"}}, tolerance, T));
}

/// Largest energy error up to each time, from t = 100 on, at ten times per decade.
Curve growing_error(Trajectory<double> const& run) {
  auto const [times, largest] = energy_errors(run).largest;
  Curve growing;
  double next = 100;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < next) continue;
    next *= std::pow(10, 0.1);
    growing.x.push_back(times[i]);
    growing.y.push_back(largest[i]);
  }
  return growing;
}

/// Measures C18: secular drift of the standard integrator over two decades of time.
void measure_drift(Study& study) {
  std::string const reading = "integrated multiplier, sampled start";
  auto const run = study.execute(ida_run("sample7", integrated_multiplier, "1e-6", 10000));
  if (run.outcome != Outcome::ok)
    return study.not_run("C18", reading, "the run to t = 10,000 failed");
  auto const drift = growing_error(run);
  tabulate(study, "drift", {{"t", drift.x}, {"largest_so_far", drift.y}});
  study.measure(
      "C18", reading,
      {drift.power().slope,
       {{"largest error at $t$ = 100", drift.y.front()}, {"at $t$ = 10,000", drift.y.back()}}});
  auto const reversible = growing_error(study.execute(leapfrog("sample7", 10, 10000)));
  study.control("C18", "(4.18)", {reversible.power().slope});
}

/// Measures the work of DASSL's run at 1e-6 against the caption, and the energy drift of the run
/// from the family.
void measure_package(Study& study, std::string const& start, Trajectory<double> const& run,
                     double T) {
  std::string const reading = start == "sample7" ? "integrated multiplier, sampled start"
                                                 : "integrated multiplier, family H306";
  double const steps = double(run.counts.solver_steps);
  double const calls = double(run.counts.equation_calls),
               of_jacobians = double(run.counts.equation_calls_for_jacobians);
  study.measure("F5-evaluations", reading + ", Jacobians included",
                {calls / steps, {{"mean step", T / steps}}});
  study.measure("F5-evaluations", reading + ", Jacobians excluded",
                {(calls - of_jacobians) / steps});
  measure_in_full(study, "F5-step", reading, "needs the full length",
                  {T / steps, {{"steps", steps}}});
  auto const errors = energy_errors(run);
  if (start == "H306")
    measure_in_full(
        study, "C18", reading, "needs the full length",
        {errors.late_exponent(), {{"largest error at the end", errors.largest.y.back()}}});
}

}  // namespace

void figure_5(Study& study) {
  double const T = study.quick ? 300 : 1000;
  double done = 0;
  record_index_two(study, T);
  measure_drift(study);
  for (std::string const start : {"sample7", "H306"})
    for (auto const& [name, run] : curves(start, T)) {
      auto const trajectory = study.execute(run);
      auto const errors = energy_errors(trajectory);
      tabulate(study, start + "_" + name,
               {{"t", errors.changes.x},
                {"energy_error", errors.changes.y},
                {"largest_so_far", errors.largest.y}});
      if (name == "ida_1e-6") measure_package(study, start, trajectory, T);
      study.progress(done += 0.1);
    }
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_5_study
