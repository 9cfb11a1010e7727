#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

double median(std::vector<double> values) {
  auto const middle = values.begin() + long(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A method on a case of a problem.
struct Contender {
  std::string problem, start, method;
  Options options = {};

  /// Over the time `T` in `steps` steps (output intervals of an adaptive method), all kept.
  Trajectory<double> run(double T, long steps) const {
    RunSpec spec;
    spec.setting.case_name = start;
    spec.step = RawQuad(T) / steps;
    spec.steps = steps;
    spec.every = 1;
    spec.options = options;
    return find_problem(problem).method(method).integrate(spec);
  }
  Contender leapfrog() const { return {problem, start, "dla_leapfrog", {}}; }
};

Contender ndf(std::string const& tolerance) {
  return {"contact_oscillator",
          "A",
          "ndf",
          {{"form", "ode"}, {"rtol", tolerance}, {"atol", tolerance}}};
}
Contender ida(std::string const& start, std::string const& tolerance) {
  return {"chaotic_r7",
          start,
          "ida",
          {{"form", "integrated_multiplier"}, {"rtol", tolerance}, {"atol", tolerance}}};
}

/// Median of |H - H(0)| over the second half of a run.
double late_error(Trajectory<double> const& run) {
  std::vector<double> errors;
  for (std::size_t i = run.times.size() / 2; i < run.times.size(); ++i)
    errors.push_back(std::abs(run.invariant_values[i][0] - run.invariant_values[0][0]));
  return run.outcome == Outcome::ok ? median(errors) : std::nan("");
}

/// The same of the contact oscillator with velocities by central differences of the nodes, so that
/// it does not matter where a method's velocities live.
double late_node_error(Trajectory<double> const& run, double h) {
  std::vector<double> errors;
  for (std::size_t i = run.q.size() / 2; i + 1 < run.q.size(); ++i) {
    double energy = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double const v = (run.q[i + 1][k] - run.q[i - 1][k]) / (2 * h);
      energy += (v * v + run.q[i][k] * run.q[i][k]) / 2;
    }
    errors.push_back(std::abs(energy - run.invariants[0].initial));
  }
  return median(errors);
}

/// Largest error of the positions at the end.
double position_error(Contender const& who, Trajectory<double> const& run, double T) {
  Setting setting;
  setting.case_name = who.start;
  auto const exact = find_problem(who.problem).reference(setting, {RawQuad(T)}).states[0];
  double error = 0;
  for (std::size_t i = 0; i < exact.q.size(); ++i)
    error = larger_or_nan(error, std::abs(run.q.back()[i] - double(exact.q[i])));
  return run.outcome == Outcome::ok ? error : std::nan("");
}

void compare(Findings& findings, char const* id, std::string const& reading,
             std::string const& instance, double theirs, double ours, std::string const& work) {
  findings.measure(id, reading, instance,
                   {.value = theirs / ours,
                    .words = fmt::format("ratio {:.2f}: {:.2e} by {}, {:.2e} by (4.18), {}",
                                         theirs / ours, theirs, instance, ours, work)});
}

/// The fixed-step methods on the contact oscillator, one force evaluation a step each.
void fixed_steps(Findings& findings) {
  double const h = 0.1, T = 500;
  std::string const work = "h = 0.1, one force evaluation a step";
  for (auto const& [method, name] :
       {std::pair{"dla_euler", "(4.12)"}, {"reversible_non_dla", "(5.3)"}}) {
    Contender const other{"contact_oscillator", "IC-C", method};
    auto const ours = other.leapfrog();
    compare(findings, "C62", "energy over long runs", name,
            late_node_error(other.run(T, std::lround(T / h)), h),
            late_node_error(ours.run(T, std::lround(T / h)), h), work);
    compare(findings, "C62", "positions at t = 10", name,
            position_error(other, other.run(10, 100), 10),
            position_error(ours, ours.run(10, 100), 10), work);
  }
}

/// An adaptive package and (4.18) with at most as many force evaluations.
struct Pair {
  double theirs, ours;
  std::string work;
};
template <class Error>
Pair at_equal_work(Findings& findings, Contender const& package, double T, Error const& error) {
  auto const run = package.run(T, std::lround(2 * T));
  if (run.outcome != Outcome::ok)
    findings.outcome(package.method + " from " + package.start, run.outcome, run.reason,
                     run.reached);
  auto const ours = package.leapfrog().run(T, run.counts.equation_calls);
  return {error(run), error(ours),
          fmt::format("{} evaluations each up to t = {}, (4.18) with h = {:.4f}",
                      run.counts.equation_calls, T, T / double(run.counts.equation_calls))};
}

void packages(Findings& findings) {
  auto const add = [&](char const* id, Contender const& package, std::string const& name,
                       double long_time) {
    auto const energy = at_equal_work(findings, package, long_time, late_error);
    compare(findings, id, "energy over long runs", name, energy.theirs, energy.ours, energy.work);
    if (std::string(id) == "C83") return;
    auto const positions = at_equal_work(findings, package, 10, [&](Trajectory<double> const& run) {
      return position_error(package, run, 10);
    });
    compare(findings, id, "positions at t = 10", name, positions.theirs, positions.ours,
            positions.work);
  };
  add("C62", ndf("1e-6"), "NDF", 1000);
  findings.progress(0.4);
  add("C62", ida("sample7", "1e-6"), "IDA", 1000);
  for (std::string const tolerance : {"1e-4", "1e-6"})
    for (std::string const start : {"sample7", "H306"})
      add("C83", ida(start, tolerance), fmt::format("IDA, tolerance {}, {}", tolerance, start),
          1000);
}

/// C87: energy and volume under methods that are not reversible.
void dissipation(Findings& findings) {
  auto const energy = [&](Contender const& who, std::string const& reading,
                          std::string const& instance, double T, long steps) {
    auto const run = who.run(T, steps);
    if (run.outcome != Outcome::ok)
      findings.outcome(instance, run.outcome, run.reason, run.reached);
    double const change = run.invariant_values.back()[0] / run.invariant_values[0][0] - 1;
    findings.measure("C87", reading, instance,
                     {.value = change,
                      .words = fmt::format("H changes by {:+.2e}, relative, up to t = {}: {}",
                                           change, T, instance),
                      .steps = double(steps)});
  };
  std::string const euler = "energy of (4.12)", standard = "energy of standard packages";
  for (std::string const start : {"IC-C", "A", "B"})
    energy({"contact_oscillator", start, "dla_euler"}, euler, "contact oscillator, " + start, 300,
           3000);
  energy({"chaotic_r7", "sample7", "dla_euler"}, euler, "chaotic system", 300, 3000);
  for (std::string const tolerance : {"1e-4", "1e-6"}) {
    energy(ndf(tolerance), standard, "NDF, orbit A, tolerance " + tolerance, 1000, 2000);
    energy(ida("sample7", tolerance), standard, "IDA, chaotic system, tolerance " + tolerance, 1000,
           2000);
  }

  for (auto const& [problem, start] :
       {std::pair{"contact_oscillator", "IC-C"}, {"chaotic_r7", "sample7"}}) {
    Contender const who{problem, start, "dla_euler"};
    auto const run = who.run(30, 300);
    double logarithm = 0;
    for (std::size_t i = 0; i + 1 < run.q.size(); ++i) {
      RunSpec spec;
      spec.setting.q.emplace(run.q[i].begin(), run.q[i].end());
      spec.setting.v.emplace(run.v[i].begin(), run.v[i].end());
      spec.setting.project = true;
      spec.step = RawQuad(1) / 10;
      spec.steps = 1;
      logarithm += std::log1p(find_problem(problem).method("dla_euler").volume_defect(spec));
    }
    findings.measure("C87", "volume under (4.12)", problem,
                     {.value = std::expm1(logarithm),
                      .words = fmt::format("the volume changes by {:+.2e}, relative, over 300 "
                                           "steps of h = 0.1, {}",
                                           std::expm1(logarithm), problem),
                      .steps = 300});
  }
}

void compute(Findings& findings) {
  fixed_steps(findings);
  packages(findings);
  findings.progress(0.8);
  dissipation(findings);
}

}  // namespace

Experiment efficiency() {
  return {.id = "mp2006_efficiency",
          .paper = "mclachlan_perlmutter_2006",
          .title = "(4.18) beside the other methods at equal work",
          .about =
              "The rankings of section 5, measured at equal numbers of force evaluations, and "
              "what methods that are not reversible do to energy and volume.",
          .choices = {{"work", "force evaluations, those for Jacobians counted",
                       "what the paper counts in section 5.2 and figure 5"},
                      {"packages",
                       "NDF for ode15s on the differential equations, IDA for DASSL with "
                       "integrated multiplier",
                       "formulations are not printed"}},
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
