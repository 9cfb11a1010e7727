#include <tuple>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/measure/step_map.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::efficiency_study {

namespace {

/// Run of a package over the time T in output intervals of 1/2.
Run ndf(std::string const& tolerance, double T, std::string const& form = "ode") {
  return with_tolerance(Run{"contact_oscillator", "ndf", "A"}.with(0.5, std::lround(2 * T)),
                        tolerance, {{"form", form}});
}
Run ida(std::string const& start, std::string const& tolerance, double T) {
  return ida_run(start, integrated_multiplier, tolerance, T);
}
/// Run of a method from the initial condition of another run, over the time T.
Run with_method(char const* method, Run const& other, RawQuad T, long steps) {
  return Run{other.problem, method, other.case_name}.with(T / steps, steps);
}

/// Median of |H - H(0)| over the second half of a run.
double late_error(Trajectory<double> const& run) {
  std::vector<double> errors;
  for (std::size_t i = run.times.size() / 2; i < run.times.size(); ++i)
    errors.push_back(run.invariant_values[i][0] - run.invariant_values[0][0]);
  return run.outcome == Outcome::ok ? median(errors) : std::nan("");
}

/// Largest error of the positions at t = 10, the end of the run.
double position_error(Study& study, Run const& run, Trajectory<double> const& t) {
  auto const exact = study.reference(run, {10})[0];
  double const error = error_of_q("", 0, long(exact.q.size())).at_end(t, exact);
  return t.outcome == Outcome::ok ? error : std::nan("");
}

/// Ratio of two errors.
Measured ratio(double theirs, double ours) {
  return {theirs / ours, {{"error", theirs}, {"error of (4.18)", ours}}};
}

std::string const long_runs = "energy over long runs", positions = "positions at t = 10";

/// Measures C62: methods with a fixed step on the contact oscillator, each with one force
/// evaluation per step.
void fixed_steps(Study& study) {
  Run const start{"contact_oscillator", "", "IC-C"};
  auto const energy_error = [&](char const* method, int parts = 1) {
    auto const run = study.execute(with_method(method, start, 500, 5000 * parts));
    return median_node_error(run, 0.1 / parts, run.q.size() / 2);
  };
  auto const error_at_10 = [&](char const* method) {
    return position_error(study, start, study.execute(with_method(method, start, 10, 100)));
  };
  double const energy = energy_error("dla_leapfrog"), position = error_at_10("dla_leapfrog");
  study.control("C62", "(4.18) with h/2", ratio(energy_error("dla_leapfrog", 2), energy));
  for (auto const& [method, name] :
       {std::pair{"dla_euler", "(4.12)"}, {"reversible_non_dla", "(5.3)"}}) {
    study.measure("C62", long_runs, name, ratio(energy_error(method), energy));
    study.measure("C62", positions, name, ratio(error_at_10(method), position));
  }
}

/// Measures C62, C83: adaptive packages against (4.18) with equally many force evaluations.
void packages(Study& study) {
  auto const leapfrog = [&](Run const& package, double T, long steps) {
    return study.execute(with_method("dla_leapfrog", package, RawQuad(T), steps));
  };
  auto const at_equal_work = [&](Run const& package, double T, auto const& error) {
    auto const theirs = study.execute(package);
    long const calls = theirs.counts.equation_calls;
    auto measured = ratio(error(theirs), error(leapfrog(package, T, calls)));
    measured.details.emplace_back("force evaluations of each", calls);
    return measured;
  };
  for (auto const& [name, far, near] :
       {std::tuple{"NDF", ndf("1e-6", 1000), ndf("1e-6", 10)},
        {"IDA", ida("sample7", "1e-6", 1000), ida("sample7", "1e-6", 10)}}) {
    auto const error_at_10 = [&, near = near](Trajectory<double> const& t) {
      return position_error(study, near, t);
    };
    study.measure("C62", long_runs, name, at_equal_work(far, 1000, late_error));
    study.measure("C62", positions, name, at_equal_work(near, 10, error_at_10));
  }
  study.progress(0.4);
  for (std::string const tolerance : {"1e-4", "1e-6"})
    for (std::string const start : {"sample7", "H306"})
      study.measure("C83", long_runs, fmt::format("IDA, tolerance {}, {}", tolerance, start),
                    at_equal_work(ida(start, tolerance, 1000), 1000, late_error));
  auto const package = ida("sample7", "1e-4", 1000);
  long const calls = study.execute(package).counts.equation_calls;
  study.control("C83", "(4.18) with h/2",
                ratio(late_error(leapfrog(package, 1000, 2 * calls)),
                      late_error(leapfrog(package, 1000, calls))));
}

/// Largest change of the mean energy between consecutive tenths of a run, relative to the first
/// energy.
Measured change_of_energy(Study& study, Run const& run) {
  auto const H = study.execute(run).invariant_values;
  std::size_t const block = (H.size() - 1) / 10;
  std::vector<double> means(10, 0.0);
  for (std::size_t i = 0; i < 10 * block; ++i) means[i / block] += H[i + 1][0] / double(block);
  double largest = means[1] - means[0];
  for (std::size_t k = 2; k < 10; ++k) largest = larger_or_nan(largest, means[k] - means[k - 1]);
  return {.value = largest / H[0][0],
          .details = {{"in all", H.back()[0] / H[0][0] - 1}},
          .steps = double(run.steps)};
}

/// Product of the volume factors of the steps of a run, minus 1.
Measured change_of_volume(Study& study, Run const& run) {
  auto const t = study.execute(run);
  double logarithm = 0;
  for (std::size_t i = 0; i + 1 < t.q.size(); ++i) {
    auto spec = from(run, {t.q[i], t.v[i]}).with(run.step, 1, 0).spec();
    spec.setting.project = true;
    logarithm += std::log1p(study.method(run).volume_defect(spec));
  }
  return {.value = std::expm1(logarithm), .steps = double(run.steps)};
}

/// Measures C87: energy and volume under methods that are not reversible.
void dissipation(Study& study) {
  auto const change = [&](Run const& run) { return change_of_energy(study, run); };
  Run const contact{"contact_oscillator", "", "IC-C"}, chaotic{"chaotic_r7", "", "sample7"};
  std::string const euler = "energy of (4.12)", standard = "energy of standard packages";
  for (std::string const start : {"IC-C", "A", "B"}) {
    Run const from_start{"contact_oscillator", "", start};
    study.control("C87", "(4.18)", "contact oscillator, " + start,
                  change(with_method("dla_leapfrog", from_start, 300, 3000)));
    study.measure("C87", euler, "contact oscillator, " + start,
                  change(with_method("dla_euler", from_start, 300, 3000)));
  }
  study.measure("C87", euler, "chaotic system",
                change(with_method("dla_euler", chaotic, 300, 3000)));
  for (std::string const tolerance : {"1e-4", "1e-6"}) {
    for (std::string const form : {"ode", "index1"})
      study.measure("C87", standard, fmt::format("NDF, {}, orbit A, tolerance {}", form, tolerance),
                    change(ndf(tolerance, 1000, form)));
    for (std::string const form :
         {"ode", "index1", "index1_acceleration", "index2", "stabilised", "integrated_multiplier"})
      study.measure("C87", standard,
                    fmt::format("IDA, {}, chaotic system, tolerance {}", form, tolerance),
                    change(ida_run("sample7", {{"form", form}, {"error_test", "differential"}},
                                   tolerance, 1000)));
  }
  // A whole period of y, after which a reversible method has its initial volume again.
  auto const period = [&](char const* method) {
    return with_method(method, contact, 40 * RawQuad(step_of_period(40)), 40);
  };
  std::string const volume = "volume under (4.12)";
  study.measure("C87", volume, contact.problem, change_of_volume(study, period("dla_euler")));
  study.measure("C87", volume, chaotic.problem,
                change_of_volume(study, with_method("dla_euler", chaotic, 30, 300)));
  study.control("C87", "volume under (4.18)", change_of_volume(study, period("dla_leapfrog")));
}

}  // namespace

void efficiency(Study& study) {
  fixed_steps(study);
  packages(study);
  study.progress(0.8);
  dissipation(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::efficiency_study
