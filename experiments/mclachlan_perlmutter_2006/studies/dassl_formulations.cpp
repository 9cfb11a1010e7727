#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/step_map.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::dassl_formulations_study {

namespace {

constexpr double printed_step = 0.026, printed_calls = 2.6;

/// Form of the equations with the error tests that are run: only "differential" if every component
/// has a derivative.
struct Form {
  std::string id;
  std::vector<std::string> error_tests;
  std::string reading = {};     ///< interpretation of the caption of figure 5; empty: none
  bool has_constraint = false;  ///< true if the constraint, not only its rate, is an equation
  /// True if IDA's steps become tiny and it fails; one run shows this.
  bool crawls_if_all_tested = false;
};
std::vector<Form> const& forms() {
  std::vector<std::string> const differential{"differential"}, both{"differential", "all"};
  static std::vector<Form> const list{{"ode", differential, "differential equations"},
                                      {"index1", both, "index 1"},
                                      {"index1_acceleration", both},
                                      {"index2", both, "index 2", true, true},
                                      {"stabilised", both, "", true, true},
                                      {"integrated_multiplier", differential, "", true}};
  return list;
}

/// Mean step, and residual evaluations per step.
struct Work {
  double step, calls, calls_without_jacobians;

  /// Largest relative deviation of step and calls from the printed ones.
  double deviation() const {
    return larger_or_nan(std::abs(step / printed_step - 1), std::abs(calls / printed_calls - 1));
  }
};
Work work_of(Trajectory<double> const& run, double T) {
  auto const& c = run.counts;
  double const steps = double(c.solver_steps), all = double(c.equation_calls);
  return {T / steps, all / steps, (all - double(c.equation_calls_for_jacobians)) / steps};
}

/// Measures F5-step, F5-evaluations: interpretations of the caption of figure 5.
void measure_work(Study& study, std::string const& reading, Work const& work) {
  measure_in_full(study, "F5-step", reading, "needs the full length", {work.step});
  study.measure("F5-evaluations", reading + ", Jacobians included",
                {work.calls, {{"mean step", work.step}}});
  study.measure("F5-evaluations", reading + ", Jacobians excluded", {work.calls_without_jacobians});
}

/// Adds a row to the table `form.id` and measures the numbers of one run.
void compare_run(Study& study, Form const& form, Table& table, std::string const& start,
                 std::string const& test, double T) {
  auto const run =
      study.execute(ida_run(start, {{"form", form.id}, {"error_test", test}}, "1e-6", T));
  bool const tested = test == "all";
  std::vector<double> row{double(start == "H306"), double(tested)};
  if (run.outcome != Outcome::ok) {
    row.resize(table.columns.size() - 1, std::nan(""));
    row.push_back(run.reached);
    return table.add(row);
  }
  auto const errors = energy_errors(run);
  double const exponent = errors.late_exponent();
  auto const work = work_of(run, T);
  row.insert(row.end(),
             {work.step, work.calls, work.calls_without_jacobians, errors.changes.line().slope,
              exponent, run.invariants[0].max_deviation, run.reached});
  table.add(row);
  if (!tested)
    tabulate(study, start + "_" + form.id,
             {{"t", errors.largest.x}, {"largest_so_far", errors.largest.y}});
  if (!study.quick)
    study.measure("C18",
                  form.has_constraint ? "forms that keep the constraint"
                                      : "forms that differentiate the constraint",
                  form.id + (tested ? ", multiplier in the error test" : "") +
                      (start == "sample7" ? ", sampled start" : ", start of the family H306"),
                  {exponent});
  if (!form.reading.empty() && start == "sample7" && !tested)
    measure_work(study, form.reading, work);
}

void compare_forms(Study& study, double T) {
  double done = 0;
  for (auto const& form : forms()) {
    auto& table = study.table(
        form.id, {"start_H306", "test_all", "mean_step", "calls_per_step",
                  "calls_without_jacobians", "drift", "exponent", "largest_error", "reached"});
    for (std::string const start : {"sample7", "H306"})
      for (auto const& test : form.error_tests)
        if (!(form.crawls_if_all_tested && test == "all" && start == "H306"))
          compare_run(study, form, table, start, test, T);
    study.progress(done += 0.8 / double(forms().size()));
  }
  for (char const* const reading :
       {"forms that keep the constraint", "forms that differentiate the constraint"})
    if (study.quick) study.not_run("C18", reading, "needs the full length");
}

/// Measures the form lambda = L' at other energies, on sampled orbits.
void compare_energies(Study& study, double T) {
  int const orbits = study.quick ? 2 : 6;
  auto& table = study.table("energies", {"energy", "orbit", "mean_step", "calls_per_step"});
  double least = std::numeric_limits<double>::infinity();
  std::string closest;
  for (double energy : {1.0, 1.5, 2.0, 3.06}) {
    Work mean{};
    for (int orbit = 0; orbit < orbits; ++orbit) {
      auto const [q, v] = study.problem("chaotic_r7").sample(1, orbit, energy);
      auto const run = from(ida_run("", integrated_multiplier, "1e-6", T), {q, v});
      auto const work = work_of(study.execute(run), T);
      table.add({energy, double(orbit), work.step, work.calls});
      mean.step += work.step / orbits;
      mean.calls += work.calls / orbits;
      mean.calls_without_jacobians += work.calls_without_jacobians / orbits;
    }
    if (energy == 1.5 || energy == 2)
      measure_work(study, fmt::format("integrated multiplier, H = {}", energy), mean);
    if (!(mean.deviation() < least)) continue;
    least = mean.deviation();
    closest = fmt::format("off by {:.0f}%: step {:.4f}, {:.2f} calls ($H$ = {}, mean of {} orbits)",
                          100 * least, mean.step, mean.calls, energy, orbits);
  }
  study.add_finding("F5/energy", least, closest);
}

}  // namespace

void dassl_formulations(Study& study) {
  double const T = study.quick ? 300 : 1000;
  study.table("printed", {"mean_step", "calls"}).add({printed_step, printed_calls});
  compare_forms(study, T);
  compare_energies(study, T);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::dassl_formulations_study
