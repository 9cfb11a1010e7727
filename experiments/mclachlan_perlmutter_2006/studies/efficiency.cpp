#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <tuple>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/orders.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// A package over the time T in output intervals of 1/2, and (4.18) from the same start over T.
Run ndf(std::string const& tolerance, double T) {
  return {.problem = "contact_oscillator",
          .method = "ndf",
          .case_name = "A",
          .step = 0.5,
          .steps = std::lround(2 * T),
          .options = with_tolerance(tolerance, {{"form", "ode"}})};
}
Run ida(std::string const& start, std::string const& tolerance, double T) {
  return ida_run(start, integrated_multiplier, tolerance, T);
}
Run leapfrog(Run const& other, double T, long steps) {
  return Run{.problem = other.problem, .method = "dla_leapfrog", .case_name = other.case_name}.with(
      RawQuad(T) / steps, steps);
}

/// Runs that several statements ask for, each executed once.
class PackageRuns {
 public:
  explicit PackageRuns(Study& study) : study_(study) {}
  Trajectory<double> const& operator()(Run const& run) {
    auto const key = fmt::format("{} {} {} {} {}", run.method, run.case_name, double(run.step),
                                 run.steps, run.options);
    auto const known = known_.find(key);
    return known != known_.end() ? known->second
                                 : known_.emplace(key, study_.execute(run)).first->second;
  }

 private:
  Study& study_;
  std::map<std::string, Trajectory<double>> known_;
};

/// Median of |H - H(0)| over the second half of a run.
double late_error(Trajectory<double> const& run) {
  std::vector<double> errors;
  for (std::size_t i = run.times.size() / 2; i < run.times.size(); ++i)
    errors.push_back(std::abs(run.invariant_values[i][0] - run.invariant_values[0][0]));
  return run.outcome == Outcome::ok ? median(errors) : std::nan("");
}

/// Largest error of the positions at the end.
double position_error(Study& study, Run const& run, Trajectory<double> const& t, double T) {
  auto const exact = study.reference(run, {RawQuad(T)})[0];
  double const error = error_of_q("", 0, long(exact.q.size())).at_end(t, exact);
  return t.outcome == Outcome::ok ? error : std::nan("");
}

/// The ratio of two errors, with both of them.
Measured ratio(double theirs, double ours) {
  return {.value = theirs / ours, .details = {{"error", theirs}, {"error of (4.18)", ours}}};
}

/// The fixed-step methods on the contact oscillator, one force evaluation a step each.
void fixed_steps(Study& study) {
  struct Errors {
    double energy, position;
  };
  auto const errors_of = [&](char const* method, int steps_per_tenth = 1) {
    double const h = 0.1 / steps_per_tenth;
    Run const run{.problem = "contact_oscillator", .method = method, .case_name = "IC-C"};
    auto const far =
        study.execute(run.with(RawQuad(500) / (5000 * steps_per_tenth), 5000 * steps_per_tenth));
    auto const near =
        study.execute(run.with(RawQuad(10) / (100 * steps_per_tenth), 100 * steps_per_tenth));
    return Errors{median_node_error(far, h, far.q.size() / 2),
                  position_error(study, run, near, 10)};
  };
  auto const ours = errors_of("dla_leapfrog");
  study.control("C62", "(4.18) with h/2", ratio(errors_of("dla_leapfrog", 2).energy, ours.energy));
  for (auto const& [method, name] :
       {std::pair{"dla_euler", "(4.12)"}, {"reversible_non_dla", "(5.3)"}}) {
    auto const theirs = errors_of(method);
    study.measure("C62", "energy over long runs", name, ratio(theirs.energy, ours.energy));
    study.measure("C62", "positions at t = 10", name, ratio(theirs.position, ours.position));
  }
}

/// An adaptive package beside (4.18) with at most as many force evaluations.
void packages(Study& study, PackageRuns& runs) {
  auto const at_equal_work = [&](char const* id, std::string const& reading,
                                 std::string const& name, Run const& package, double T,
                                 auto const& error) {
    auto const& theirs = runs(package);
    long const calls = theirs.counts.equation_calls;
    auto const ours = study.execute(leapfrog(package, T, calls));
    auto measured = ratio(error(theirs), error(ours));
    measured.details.emplace_back("force evaluations of each", calls);
    study.measure(id, reading, name, measured);
  };
  std::string const long_run = "energy over long runs";
  for (auto const& [name, far, near] :
       {std::tuple{"NDF", ndf("1e-6", 1000), ndf("1e-6", 10)},
        {"IDA", ida("sample7", "1e-6", 1000), ida("sample7", "1e-6", 10)}}) {
    at_equal_work("C62", long_run, name, far, 1000, late_error);
    at_equal_work("C62", "positions at t = 10", name, near, 10,
                  [&, near = near](Trajectory<double> const& t) {
                    return position_error(study, near, t, 10);
                  });
  }
  study.progress(0.4);
  for (std::string const tolerance : {"1e-4", "1e-6"})
    for (std::string const start : {"sample7", "H306"})
      at_equal_work("C83", long_run, fmt::format("IDA, tolerance {}, {}", tolerance, start),
                    ida(start, tolerance, 1000), 1000, late_error);
  auto const package = ida("sample7", "1e-4", 1000);
  long const calls = runs(package).counts.equation_calls;
  study.control("C83", "(4.18) with h/2",
                ratio(late_error(study.execute(leapfrog(package, 1000, 2 * calls))),
                      late_error(study.execute(leapfrog(package, 1000, calls)))));
}

/// C87: energy and volume under methods that are not reversible.
void dissipation(Study& study, PackageRuns& runs) {
  // The largest change of the mean energy from one tenth of the run to the next.
  auto const change = [&](Run const& run) {
    auto const& t = runs(run);
    std::size_t const block = (t.invariant_values.size() - 1) / 10;
    std::vector<double> means(10, 0.0);
    for (std::size_t i = 0; i < 10 * block; ++i)
      means[i / block] += t.invariant_values[i + 1][0] / double(block);
    double largest = means[1] - means[0];
    for (std::size_t k = 2; k < 10; ++k) largest = larger_or_nan(largest, means[k] - means[k - 1]);
    double const first = t.invariant_values[0][0];
    return Measured{.value = largest / first,
                    .details = {{"in all", t.invariant_values.back()[0] / first - 1}},
                    .steps = double(run.steps)};
  };
  auto const energy = [&](std::string const& reading, std::string const& instance, Run const& run) {
    study.measure("C87", reading, instance, change(run));
  };
  Run const contact{.problem = "contact_oscillator", .method = "dla_euler"},
      chaotic{.problem = "chaotic_r7", .method = "dla_euler", .case_name = "sample7"};
  std::string const euler = "energy of (4.12)", standard = "energy of standard packages";
  for (std::string const start : {"IC-C", "A", "B"}) {
    auto run = contact.with(RawQuad(300) / 3000, 3000);
    run.case_name = start;
    auto reversible = run;
    reversible.method = "dla_leapfrog";
    study.control("C87", "(4.18)", "contact oscillator, " + start, change(reversible));
    energy(euler, "contact oscillator, " + start, run);
  }
  energy(euler, "chaotic system", chaotic.with(RawQuad(300) / 3000, 3000));
  for (std::string const tolerance : {"1e-4", "1e-6"}) {
    energy(standard, "NDF, orbit A, tolerance " + tolerance, ndf(tolerance, 1000));
    energy(standard, "IDA, chaotic system, tolerance " + tolerance,
           ida("sample7", tolerance, 1000));
  }

  auto const change_of_volume = [&](Run run) -> Measured {
    auto const t = study.execute(run);
    double logarithm = 0;
    for (std::size_t i = 0; i + 1 < t.q.size(); ++i) {
      run.q.emplace(t.q[i].begin(), t.q[i].end());
      run.v.emplace(t.v[i].begin(), t.v[i].end());
      auto spec = run.with(run.step, 1, 0).spec();
      spec.setting.project = true;
      logarithm += std::log1p(study.method(run).volume_defect(spec));
    }
    return {.value = std::expm1(logarithm), .steps = double(t.q.size() - 1)};
  };
  // A whole period of y, after which a reversible method has the volume of the start again.
  auto const periods = contact.with(step_of_period(40), 40);
  study.measure("C87", "volume under (4.12)", contact.problem, change_of_volume(periods));
  study.measure("C87", "volume under (4.12)", chaotic.problem,
                change_of_volume(chaotic.with(RawQuad(1) / 10, 300)));
  auto reversible = periods;
  reversible.method = "dla_leapfrog";
  study.control("C87", "volume under (4.18)", change_of_volume(reversible));
}

}  // namespace

void efficiency(Study& study) {
  PackageRuns runs(study);
  fixed_steps(study);
  packages(study, runs);
  study.progress(0.8);
  dissipation(study, runs);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
