#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

std::string name_of(std::string const& method) {
  return method == "rdla" ? "RDLA" : method == "hdel" ? "HDEL" : "PTHDEL";
}

std::string words_of(std::string const& start) {
  return start == "euler"      ? "$r_1 = r_0 + k v_0$"
         : start == "legendre" ? "$r_1$ from the momentum of the start"
                               : "exact r_1";
}

Run run_of(System const& system, std::string const& method, std::string const& start, Quad k,
           long steps, Options options) {
  return {.problem = system.problem,
          .method = method,
          .case_name = "FBO",
          .step = k,
          .steps = steps,
          .start = start,
          .options = std::move(options)};
}

Run run_of(System const& system, std::string const& method, std::string const& start) {
  bool const hdel = method == "hdel";
  return run_of(system, method, start, system.step, hdel ? system.tau_steps : system.steps,
                hdel && system.knife() ? Options{{"tau_grid", "matched"}} : Options{});
}

Run with_velocity(Run run, Quad v1, Quad v2) {
  run.case_name = {};
  run.q = {{0, 0, 0}};
  run.v = {{v1, v2, 0}};
  return run;
}

std::vector<double> energies_of(Trajectory<double> const& t) {
  auto const energies = column_of(t.invariant_values, 0);
  auto errors = from(1, energies);
  for (double& error : errors) error -= energies.front();
  return errors;
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

Simulation simulation(Study& study, System const& system, std::string const& method,
                      std::string const& start) {
  return simulation(study, system, run_of(system, method, start));
}

Simulation coarse_simulation(Study& study, System const& system, std::string const& method,
                             std::string const& start, long factor) {
  return simulation(
      study, system,
      run_of(system, method, start, Quad(factor) * system.step, system.steps / factor));
}

std::vector<Simulation> simulations(Study& study, System const& system, std::string const& start) {
  std::vector<Simulation> all;
  for (auto const& method : methods) all.push_back(simulation(study, system, method, start));
  return all;
}

std::vector<Simulation> simulations_as_printed(Study& study, std::string const& start) {
  std::vector<Simulation> all;
  for (std::string const method : {"dla_midpoint", "hdel", "pthdel"})
    all.push_back(simulation(study, sinusoidal,
                             run_of(sinusoidal, method, start, Quad(1) / 2, sinusoidal.steps)));
  return all;
}

std::vector<double> second_half(std::vector<double> const& values) {
  return from(values.size() / 2, values);
}

Measured ratio_of(double a, double b) {
  return {.value = a / b, .details = {{"numerator", a}, {"denominator", b}}};
}

Measured with_three(double value, std::array<double, 3> const& of) {
  return {.value = value, .details = {{"RDLA", of[0]}, {"HDEL", of[1]}, {"PTHDEL", of[2]}}};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
