#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

std::vector<std::string> const starts{"sample7", "H306"};

struct Curve {
  std::string name;
  Run run;  ///< from the first start; node by node of its table
};
std::vector<Curve> curves(double T) {
  std::vector<Curve> all;
  for (auto const& [name, hundredths] : {std::pair{"0.2", 20}, {"0.1", 10}, {"0.05", 5}}) {
    Run run{.problem = "chaotic_r7", .method = "dla_leapfrog"};
    double const h = hundredths / 100.0;
    long const every = std::max(1L, std::lround(0.5 / h));
    all.push_back({std::string("dla_") + name,
                   run.with(RawQuad(hundredths) / 100, std::lround(T / h), every)});
  }
  for (std::string const digit : {"4", "6"})
    all.push_back({"ida_1e-" + digit, ida_run("", integrated_multiplier, "1e-" + digit, T)});
  return all;
}

/// The index-2 form with the multiplier in the error test fails: why another stands for DASSL.
void record_index_two(Study& study, double T) {
  for (char const* tolerance : {"1e-4", "1e-6"})
    study.execute(ida_run("sample7", {{"form", "index2"}, {"error_test", "all"}}, tolerance, T));
}

/// The largest energy error so far from t = 100 on, at ten times a decade.
struct Growing {
  std::vector<double> t, largest;
  double exponent() const { return fit_power(t, largest).slope; }
};
Growing growing_error(Trajectory<double> const& run) {
  auto const errors = energy_errors(run);
  Growing growing;
  double next = 100;
  for (std::size_t i = 0; i < errors.times.size(); ++i) {
    if (errors.times[i] < next) continue;
    next *= std::pow(10, 0.1);
    growing.t.push_back(errors.times[i]);
    growing.largest.push_back(errors.largest[i]);
  }
  return growing;
}

/// The drift of the standard integrator over two decades of time.
void measure_drift(Study& study) {
  std::string const reading = "integrated multiplier, sampled start";
  auto const run = study.execute(ida_run("sample7", integrated_multiplier, "1e-6", 10000));
  if (run.outcome != Outcome::ok)
    return study.not_run("C18", reading, "the run to t = 10,000 failed");
  auto const drift = growing_error(run);
  auto& table = study.table("drift", {"t", "largest_so_far"});
  for (std::size_t i = 0; i < drift.t.size(); ++i) table.add({drift.t[i], drift.largest[i]});
  study.measure("C18", reading,
                {.value = drift.exponent(),
                 .details = {{"largest error at t = 100", drift.largest.front()},
                             {"at t = 10,000", drift.largest.back()}}});
  Run leapfrog{.problem = "chaotic_r7", .method = "dla_leapfrog", .case_name = "sample7"};
  study.control(
      "C18", "(4.18)",
      {growing_error(study.execute(leapfrog.with(RawQuad(1) / 10, 100000, 5))).exponent()});
}

/// What the caption says of DASSL's run at 1e-6, and the drift of that from the family.
void measure_package(Study& study, std::string const& start, Trajectory<double> const& run,
                     double T) {
  std::string const reading = start == "sample7" ? "integrated multiplier, sampled start"
                                                 : "integrated multiplier, family H306";
  double const steps = double(run.counts.solver_steps),
               calls = double(run.counts.equation_calls) / steps;
  study.measure("F5-evaluations", reading, {.value = calls, .details = {{"mean step", T / steps}}});
  if (study.quick) {
    study.not_run("F5-step", reading, "needs the full length");
    if (start == "H306") study.not_run("C18", reading, "needs the full length");
    return;
  }
  study.measure("F5-step", reading, {.value = T / steps, .details = {{"steps", steps}}});
  if (start != "H306") return;
  auto const errors = energy_errors(run);
  study.measure("C18", reading,
                {.value = errors.late_exponent(),
                 .details = {{"largest error at the end", errors.largest.back()}}});
}

}  // namespace

void figure_5(Study& study) {
  double const T = study.quick ? 300 : 1000;
  double done = 0;
  record_index_two(study, T);
  measure_drift(study);
  for (auto const& start : starts)
    for (auto curve : curves(T)) {
      curve.run.case_name = start;
      auto const run = study.execute(curve.run);
      auto const errors = energy_errors(run);
      auto& table = study.table(start + "_" + curve.name, {"t", "energy_error", "largest_so_far"});
      for (std::size_t i = 0; i < errors.times.size(); ++i)
        table.add({errors.times[i], errors.changes[i], errors.largest[i]});
      if (curve.name == "ida_1e-6") measure_package(study, start, run, T);
      study.progress(done += 0.1);
    }
}

}  // namespace rattleback::mclachlan_perlmutter_2006
