#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

std::vector<double> energies_of(Trajectory<double> const& t) {
  return series(t.q.size() - 1, [&](std::size_t i) {
    return t.invariant_values[i + 1][0] - t.invariant_values[0][0];
  });
}

Simulation simulation(Study& study, System const& system, Run const& run) {
  Simulation s{.trajectory = study.execute(run), .step = double(run.step)};
  auto const& t = s.trajectory;
  auto const& problem = study.problem(run.problem);
  auto const setting = run.spec().setting;

  std::vector<Quad> times;
  for (std::size_t i = 0; i < t.q.size(); ++i) {
    times.push_back(Quad(double(i)) * run.step);
    s.own_times.push_back(double(times.back()));
  }
  bool const matched = std::count(t.options.begin(), t.options.end(),
                                  Options::value_type{"tau_grid", "matched"}) > 0;
  if (!t.taus.empty() && !matched)
    times = problem.times_at(setting, {t.taus.begin(), t.taus.end()});
  for (auto const time : times) s.times.push_back(double(time));
  for (auto const& state : problem.exact(setting, times))
    s.exact.emplace_back(state.q.begin(), state.q.end());
  s.errors = series(s.nodes(), [&](std::size_t i) { return distance_of(t.q[i], s.exact[i]); });
  s.energies = energies_of(t);
  s.intervals = s.over_intervals(
      [&](std::size_t i) { return t.taus.empty() ? s.step : t.taus[i + 1] - t.taus[i]; });
  s.poincare =
      s.over_intervals([&](std::size_t i) { return system.f(s.middle(i)) * s.energies[i]; });
  return s;
}
Measured explanation(Simulation const& a, Simulation const& b) {
  double const errors = largest(a.errors) / largest(b.errors);
  double const energies = largest(a.energies) / largest(b.energies);
  return {.value = errors / energies,
          .details = {{"ratio of errors", errors}, {"of energy errors", energies}}};
}

void measure_explanation(Study& study, std::string const& statement, System const& system,
                         std::vector<Forces> const& rdla) {
  auto const euler = simulation(study, system, "pthdel", "euler");
  for (auto const& start : starts) {
    auto const pthdel = simulation(study, system, "pthdel", start);
    for (auto const& [name, method] : rdla)
      study.measure(statement, name + ", " + start,
                    explanation(pthdel, simulation(study, system, method, start)));
    if (start != "euler")
      study.measure(statement, "other starts", start, explanation(euler, pthdel));
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012
