#include <fmt/format.h>

#include <cmath>
#include <map>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double printed_step = 0.026, printed_calls = 2.6;

/// A solver, a form of the equations and the error tests to try; "" where there is no choice.
struct Code {
  std::string method, form;
  std::vector<std::string> error_tests;
  std::string label;

  std::string name() const { return form.empty() ? method : method + "_" + form; }
};
std::vector<Code> const& codes() {
  // Where every component has a derivative, or every solver tests them all, one test is enough.
  static std::vector<Code> const all{
      {"ida", "ode", {"differential"}, "ODE"},
      {"ida", "index1", {"differential", "all"}, "index 1"},
      {"ida", "index1_acceleration", {"differential", "all"}, "index 1, {/:Italic v}′ in the row"},
      {"ida", "index2", {"differential", "all"}, "index 2"},
      {"ida", "stabilised", {"differential", "all"}, "stabilised"},
      {"ida", "integrated_multiplier", {"differential"}, "{/:Italic λ} = {/:Italic L}′"},
      {"ndf", "ode", {"all"}, "NDF, ODE"},
      {"ndf", "index1", {"all"}, "NDF, index 1"},
      {"cvode_bdf", "", {""}, "CVODE"}};
  return all;
}

struct Work {
  double mean_step, calls, calls_without_jacobians;
};
Work work_of(Trajectory<double> const& run, double T) {
  double const steps = static_cast<double>(run.counts.solver_steps);
  double const all = static_cast<double>(run.counts.equation_calls);
  return {T / steps, all / steps,
          (all - static_cast<double>(run.counts.equation_calls_for_jacobians)) / steps};
}

/// Largest relative deviation of step and calls from what the paper prints.
double deviation(double step, double calls) {
  return larger_or_nan(std::abs(step / printed_step - 1), std::abs(calls / printed_calls - 1));
}

/// The run that comes closest to the paper.
struct Closest {
  double deviation = std::numeric_limits<double>::infinity();
  std::string words;

  void consider(double step, double calls, std::string const& what) {
    double const off = rattleback::mclachlan_perlmutter_2006::deviation(step, calls);
    if (!(off < deviation)) return;
    deviation = off;
    words =
        fmt::format("off by {:.0f}%: step {:.4f}, {:.2f} calls ({})", 100 * off, step, calls, what);
  }
};

/// The exponent farthest from 1.
struct Farthest {
  double value = 1;
  std::string words;

  void consider(double exponent, std::string const& what) {
    if (std::abs(exponent - 1) < std::abs(value - 1)) return;
    value = exponent;
    words = fmt::format("slope {:.2f} ({})", exponent, what);
  }
};

/// Step and evaluations as readings of the caption of figure 5.
void measure_work(Findings& findings, std::string const& reading, double step, double calls) {
  if (findings.quick)
    findings.not_run("F5-step", reading, "needs the full length");
  else
    findings.measure("F5-step", reading,
                     {.value = step, .words = fmt::format("mean step {:.5f}", step)});
  findings.measure(
      "F5-evaluations", reading,
      {.value = calls,
       .words = fmt::format("{:.3f} evaluations a step, at a mean step of {:.5f}", calls, step)});
}

/// Is the constraint itself an equation of the form, rather than its derivative alone?
bool keeps_constraint(std::string const& form) {
  return form == "index2" || form == "stabilised" || form == "integrated_multiplier";
}

Trajectory<double> integrate(Setting const& start, Code const& code, std::string const& error_test,
                             std::string const& tolerance, double T) {
  RunSpec spec;
  spec.setting = start;
  spec.step = RawQuad(1) / 2;
  spec.steps = std::lround(2 * T);
  spec.every = 1;
  spec.options = {{"rtol", tolerance}, {"atol", tolerance}};
  if (!code.form.empty())
    spec.options.insert(spec.options.end(), {{"form", code.form}, {"error_test", error_test}});
  return find_problem("chaotic_r7").method(code.method).integrate(spec);
}

struct Drift {
  double slope, exponent;
};
/// Of the energy error, and of its largest value so far; the latter over the last nine tenths.
Drift drift_of(Trajectory<double> const& run, Table* errors) {
  double so_far = 0;
  std::vector<double> times, changes, late, largest;
  for (std::size_t i = 1; i < run.times.size(); ++i) {
    double const change = run.invariant_values[i][0] - run.invariant_values[0][0];
    so_far = larger_or_nan(so_far, std::abs(change));
    times.push_back(run.times[i]);
    changes.push_back(change);
    if (errors) errors->add({run.times[i], so_far});
    if (run.times[i] < run.times.back() / 10) continue;
    late.push_back(run.times[i]);
    largest.push_back(so_far);
  }
  return {fit_line(times, changes).slope, fit_power(late, largest).slope};
}

void compare_forms(Findings& findings, double T) {
  std::map<std::string, std::string> const readings{
      {"index2", "index 2"}, {"index1", "index 1"}, {"ode", "differential equations"}};
  std::map<bool, Farthest> exponents;  // of forms that keep the constraint itself, or do not
  double done = 0;
  for (auto const& code : codes())
    for (std::string const tolerance : {"1e-4", "1e-6"}) {
      auto& work = findings.table(
          code.name() + "_" + tolerance,
          {"start_H306", "test_all", "mean_step", "calls_per_step", "calls_without_jacobians",
           "drift", "exponent", "largest_error", "reached"});
      for (std::string const start : {"sample7", "H306"})
        for (auto const& test : code.error_tests) {
          // Tested multipliers of index 2 make IDA crawl and give up: one start is enough to see
          // it.
          bool const index2 = code.form == "index2" || code.form == "stabilised";
          if (index2 && test == "all" && start == "H306") continue;
          Setting setting;
          setting.case_name = start;
          auto const run = integrate(setting, code, test, tolerance, T);
          std::string const what = fmt::format(
              "{}{}, {}", code.name(), test == "all" ? ", all in the error test" : "", start);
          double const nan = std::nan("");
          double const family = start == "H306", tested = test == "all";
          if (run.outcome != Outcome::ok) {
            findings.outcome(fmt::format("{}, tolerance {}", what, tolerance), run.outcome,
                             run.reason, run.reached);
            work.add({family, tested, nan, nan, nan, nan, nan, nan, run.reached});
            continue;
          }
          bool const drawn = tolerance == "1e-6" && test == code.error_tests.front();
          auto const drift = drift_of(
              run, drawn ? &findings.table(start + "_" + code.name(), {"t", "largest_so_far"})
                         : nullptr);
          auto const w = work_of(run, T);
          work.add({family, tested, w.mean_step, w.calls, w.calls_without_jacobians, drift.slope,
                    drift.exponent, run.invariants[0].max_deviation, run.reached});
          if (code.method == "ida" && tolerance == "1e-6") {
            exponents[keeps_constraint(code.form)].consider(drift.exponent, what);
            auto const reading = readings.find(code.form);
            if (reading != readings.end() && start == "sample7" && test == "differential")
              measure_work(findings, reading->second, w.mean_step, w.calls);
          }
        }
      findings.progress(done += 0.8 / (2.0 * static_cast<double>(codes().size())));
    }
  for (bool keeps : {true, false}) {
    std::string const reading =
        keeps ? "forms that keep the constraint" : "forms that differentiate the constraint";
    if (findings.quick)
      findings.not_run("C18", reading, "needs the full length");
    else
      findings.measure("C18", reading,
                       {.value = exponents[keeps].value, .words = exponents[keeps].words});
  }
}

/// The form lambda = L' at other energies, on sampled orbits.
void compare_energies(Findings& findings, double T) {
  auto const& problem = find_problem("chaotic_r7");
  int const orbits = findings.quick ? 2 : 6;
  auto& table = findings.table("energies", {"energy", "orbit", "mean_step", "calls_per_step"});
  Closest closest;
  for (double energy : {1.0, 1.5, 2.0, 3.06}) {
    double step = 0, calls = 0;
    for (int orbit = 0; orbit < orbits; ++orbit) {
      auto const [q, v] = problem.sample(1, orbit, energy);
      Setting setting;
      setting.q = std::vector<RawQuad>(q.begin(), q.end());
      setting.v = std::vector<RawQuad>(v.begin(), v.end());
      auto const run =
          integrate(setting, {"ida", "integrated_multiplier", {}, ""}, "differential", "1e-6", T);
      auto const w = work_of(run, T);
      table.add({energy, double(orbit), w.mean_step, w.calls});
      step += w.mean_step / orbits;
      calls += w.calls / orbits;
    }
    if (energy == 1.5 || energy == 2)
      measure_work(findings, fmt::format("integrated multiplier, H = {}", energy), step, calls);
    closest.consider(step, calls, fmt::format("H = {}, mean of {} orbits", energy, orbits));
  }
  findings.find("F5/energy", closest.deviation, closest.words);
}

void compute(Findings& findings) {
  double const T = findings.quick ? 300 : 1000;
  findings.table("printed", {"mean_step", "calls"}).add({printed_step, printed_calls});
  compare_forms(findings, T);
  compare_energies(findings, T);
}

std::vector<Panel> panels() {
  std::vector<Panel> all;
  for (std::string const start : {"sample7", "H306"}) {
    Panel p{.title = start == "sample7" ? "sampled start" : "start of the family H306",
            .x_label = "{/:Italic t}",
            .y_label = "max_{/:Italic s ≤ t} |{/:Italic H}({/:Italic s}) − {/:Italic H}(0)|",
            .x_scale = "log",
            .y_scale = "log",
            .x_range = {{1, 1000}},
            .y_range = {{3e-7, 3e-2}},
            .series = {}};
    for (auto const& code : codes())
      if (code.method == "ida")
        p.series.push_back(
            {start + "_" + code.name() + ".csv", "t", "largest_so_far", "lines", code.label});
    all.push_back(p);
  }
  for (bool jacobians : {true, false}) {
    Panel p{.title = jacobians ? "all evaluations" : "without difference Jacobians",
            .x_label = "average step",
            .y_label = "evaluations per step",
            .y_range = {{0.8, 5}},
            .key = jacobians ? "off" : "top right",
            .series = {}};
    for (auto const& code : codes())
      if (code.method == "ida")
        p.series.push_back({code.name() + "_1e-6.csv", "mean_step",
                            jacobians ? "calls_per_step" : "calls_without_jacobians", "points",
                            code.label});
    p.series.push_back({"printed.csv", "mean_step", "calls", "points", "printed"});
    all.push_back(p);
  }
  return all;
}

}  // namespace

Experiment dassl_formulations() {
  return {
      .id = "mp2006_dassl_formulations",
      .paper = "mclachlan_perlmutter_2006",
      .title = "What DASSL may have been given: six formulations of the chaotic system",
      .about =
          "The runs of figure 5 at tolerances 1e-4 and 1e-6 by SUNDIALS IDA in six "
          "formulations, with and without algebraic components in the error test, beside NDF "
          "and CVODE: average step, evaluations, drift.",
      .choices = {{"formulation given to DASSL",
                   "all six, from the plain ODE to the integrated multiplier",
                   "the paper names none, and each has another step, cost and drift"},
                  {"evaluations", "with and without those for difference Jacobians",
                   "codes report either"},
                  {"starts and length", "as in figure 5; other energies from the sampler's orbits",
                   "none is printed"}},
      .figures = {{.id = "formulations",
                   .number = "",
                   .caption =
                       "IDA at tolerance 1e-6 in six formulations. Above: the largest energy error "
                       "so far (error test of differential components). Below: average step and "
                       "evaluations per step, of both starts and both error tests where they "
                       "finish, beside the printed pair.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 6.0,
                   .panels = panels()}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
