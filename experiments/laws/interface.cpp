#include <cstring>

#include "experiments/laws/tools.hpp"

namespace rattleback::laws {

namespace {

/// True if all bits are equal: NaN equals NaN, and -0 differs from 0.
bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  // memcmp does not accept the null pointer of an empty vector.
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

std::string first_difference(EnsembleResult const& a, EnsembleResult const& b) {
  if (!same_bits(a.mean, b.mean)) return "mean";
  if (!same_bits(a.variance, b.variance)) return "variance";
  if (!same_bits(a.kurtosis, b.kurtosis)) return "kurtosis";
  if (!same_bits(a.final_state, b.final_state)) return "final state";
  if (a.failed != b.failed) return "number of failures";
  if (a.paths.size() != b.paths.size()) return "number of paths";
  for (std::size_t i = 0; i < a.paths.size(); ++i)
    if (!same_bits(a.paths[i], b.paths[i])) return fmt::format("path {}", i);
  return "";
}

}  // namespace

Violations ensembles_are_single_runs(Problems const& problems) {
  return over_pairs("ensemble", problems, [](auto& problem, auto& method, auto& report) {
    if (!method.ensemble) return report.untested("the method does not run ensembles");
    bool const all_coordinates = samples_all_coordinates(problem);
    EnsembleSpec spec;
    spec.energy = all_coordinates ? 1 : problem.energy(case_setting(problem.cases.front().name));
    spec.seed = 3;
    spec.step = 0.1 * problem.card.time_scale;
    // Several batches and a partial one, a partial last vector of lanes, steps beyond the last
    // sample. A batch without lanes is one orbit.
    spec.orbits = spec.steps = 1;
    spec.orbits = !method.ensemble(spec).on_lanes ? 5 : all_coordinates ? 2 * 64 + 5 : 16 + 5;
    spec.steps = 17;
    spec.every = 5;
    spec.paths = spec.orbits;
    auto const lanes = method.ensemble(spec);
    if (all_coordinates && lanes.failed != 0) report(fmt::format("{} orbits failed", lanes.failed));
    for (bool scalar : {false, true}) {
      spec.threads = 3;
      spec.scalar = scalar;
      auto const other = method.ensemble(spec);
      auto const difference = first_difference(lanes, other);
      if (scalar && other.on_lanes) report("runs on lanes although it should not");
      if (!difference.empty())
        report(fmt::format("{} differs with 3 threads{}", difference,
                           scalar ? ", one orbit at a time" : ""));
    }
    for (long orbit : {0L, 1L, spec.orbits / 3, spec.orbits - 1}) {
      auto const [q, v] = problem.sample(spec.seed, orbit, spec.energy);
      auto single = run_spec(setting_at(q, v), spec.step, spec.steps);
      auto const run = method.integrate(single);
      auto state = run.q.back();
      state.insert(state.end(), run.v.back().begin(), run.v.back().end());
      auto const* kept = &lanes.final_state[orbit * state.size()];
      if (run.outcome != Outcome::ok && std::isnan(*kept)) continue;
      if (!same_bits(state, {kept, kept + state.size()}))
        report(fmt::format("orbit {} differs from its single run", orbit));
    }
  });
}

Violations failed_steps_change_nothing(Problems const& problems) {
  return over_pairs("failed step", problems, [](auto& problem, auto& method, auto& report) {
    if (!method.failed_step) return report.untested("the method takes steps of its own");
    bool is_tested = false;
    for (double const step : {1.0, 1e3, 1e60}) {
      auto spec = run_spec({}, step, 60);
      auto const failed = method.integrate(spec);
      if (failed.outcome == Outcome::ok || failed.failed_at < 2) continue;
      is_tested = true;
      spec.steps = failed.failed_at - 1;
      auto const before = method.integrate(spec);
      auto const compare = [&](std::string const& what, auto const& now, auto const& then) {
        if (!same_bits(now, then))
          report(fmt::format("{}: {} is not that of step {}", name_of(failed.outcome), what,
                             spec.steps));
      };
      compare("q", failed.q.back(), before.q.back());
      compare("v", failed.v.back(), before.v.back());
      compare("tau", failed.taus, before.taus);
      for (std::size_t i = 0; i < before.memory.size(); ++i)
        compare(before.memory[i].first, failed.memory[i].second, before.memory[i].second);
    }
    auto const effect = method.failed_step(run_spec({}, 0.1 * problem.card.time_scale, 4));
    if (effect == FailedStepEffect::on_run) report("the run differs after a failed step");
    if (effect == FailedStepEffect::on_memory)
      report("a step that fails changes the internal state; it should return before");
    if (effect == FailedStepEffect::untested && !is_tested)
      report.untested("no step succeeded before a failing one");
  });
}

Violations pairs_integrate_or_refuse(Problems const& problems) {
  Violations found;
  for (auto const& problem : problems)
    for (auto const& method : problem.methods) {
      Report const report{found, "refusal", pair_name(problem, method)};
      ++found.tests;
      if (!method.integrate) {
        if (method.not_applicable_because.empty()) report("neither integrates nor says why");
        if (method.integrate_quad || method.ensemble || method.failed_step)
          report("refuses and runs all the same");
        continue;
      }
      if (!method.not_applicable_because.empty())
        report("integrates and refuses: " + method.not_applicable_because);
      for (auto const& start : method.card.starts) {
        auto spec = run_spec({}, 0.01, 2);
        spec.start = start.name;
        if (start.name == "pair") {
          // second node, as the default start computes it
          auto const begun = method.integrate(run_spec({}, 0.01, 1)).q.back();
          spec.setting.q1.emplace(begun.begin(), begun.end());
        }
        auto const run = method.integrate(spec);
        if (run.outcome != Outcome::ok || run.q.size() != 2)
          report(fmt::format("start {}: {}", start.name, name_of(run.outcome)));
      }
    }
  return found;
}

}  // namespace rattleback::laws
