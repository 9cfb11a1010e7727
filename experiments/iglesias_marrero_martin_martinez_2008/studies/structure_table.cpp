#include "experiments/iglesias_marrero_martin_martinez_2008/shared/lines.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::structure_table_study {

namespace {

/// Relative error of the energy along a run; NaN after a failure.
struct LongRun {
  long steps;
  std::vector<double> times, errors;
  double largest = std::nan(""), drift = std::nan(""), violation = std::nan("");
};
LongRun long_run(Study& study, Line const& line, long steps, long every) {
  auto const run = study.execute(line.run.with(Quad(1) / 10, steps, every));
  LongRun result{steps, {}, {}};
  if (run.outcome != Outcome::ok) return result;
  // The ball's velocity at a node belongs to the interval before it: the first row is node 1.
  std::size_t const from = line.invariant, n = run.times.size(), quarter = n / 4;
  double const initial = run.invariant_values[from][line.invariant];
  double first = 0, last = 0;
  Largest largest_error;
  for (std::size_t k = from; k < n; ++k) {
    double const error = run.invariant_values[k][line.invariant] / initial - 1;
    largest_error(error);
    result.times.push_back(run.times[k]);
    result.errors.push_back(error);
    if (k < quarter) first += error / double(quarter);
    if (k >= n - quarter) last += error / double(quarter);
  }
  result.largest = largest_error.value;
  result.drift = last - first;
  result.violation = run.max_violation;
  return result;
}
void draw(Study& study, Line const& line, LongRun const& run, std::size_t number) {
  auto& table = study.table(fmt::format("energy_{}", number), {"t", "log10_t", "error", "scaled"});
  for (std::size_t k = 0; k < run.times.size(); ++k)
    if (run.times[k] > 0 && (k < 500 || k % 20 == 0))
      table.add(
          {run.times[k], std::log10(run.times[k]), run.errors[k], run.errors[k] / line.scale()});
}

/// Order of the largest relative error of the energy of the nodal momentum up to t = 20.
Measured size_of_error(Study& study, Run const& run) {
  std::vector<double> sizes, errors;
  for (int const steps : {100, 200, 400, 800}) {
    sizes.push_back(20.0 / steps);
    auto const one = study.execute(run.with(Quad(20) / steps, steps, 0));
    errors.push_back(one.invariants.at(0).max_deviation / one.invariants.at(0).initial);
  }
  return order_measured(sizes, errors, 20);
}
Measured growth_of(LongRun const& run) {
  auto const growth = run.errors.empty() ? GrowthVerdict{} : classify_growth(run.times, run.errors);
  return {.value = run.largest,
          .details = {{"steps", double(run.steps)}, {"last minus first quarter", run.drift}},
          .growth = name_of(growth.kind)};
}

/// Measures Z-energy if the continuous energy is constant, and S6 for the examples of [14]; the
/// particle is the control of S6.
void measure_energy(Study& study, Line const& line, LongRun const& run) {
  if (line.invariant != 0) return;
  Measured const largest{.value = run.largest, .steps = double(run.steps)};
  if (line.energy == Conserved::exactly)
    return study.measure("S6", "examples of [14]", line.name, largest);
  if (line.name == "particle") study.control("S6", "particle", largest);
  study.measure("Z-energy", "size of the error", line.name, size_of_error(study, line.run));
  if (study.quick) return;
  // Veselova's body with gravity moves chaotically: 20,000 steps are not enough to decide.
  bool const chaotic = line.name == "Veselova heavy";
  study.measure("Z-energy", "no drift", line.name,
                growth_of(chaotic ? long_run(study, line, 1000000, 50) : run));
}
/// Controls: a method of first order, and a method that dissipates.
void control_energy(Study& study) {
  auto first_order = lines().front().run;
  first_order.method = "dla_euler";
  study.control("Z-energy", "first-order method", size_of_error(study, first_order));
  auto dissipative = lines()[4];  // Veselova's body without gravity
  dissipative.run.method = "odeint_rk4";
  study.control("Z-energy", "Runge-Kutta 4",
                growth_of(long_run(study, dissipative, study.quick ? 4000 : 20000, 1)));
}

}  // namespace

void structure_table(Study& study) {
  auto& table = study.table("structure", {"system", "lagrangian_asymmetry", "constraint_asymmetry",
                                          "reversibility_of_the_map", "energy_error", "drift",
                                          "constraint_violation", "equation_residual"});
  if (study.quick) {
    study.not_run("Z-energy", "no drift", "needs runs of a million steps");
  }
  control_energy(study);
  std::size_t number = 0;
  for (auto const& line : lines()) {
    auto const r = residuals_of(study, line);
    auto const L = lagrangian_asymmetry(line.system, r.first),
               M = constraint_asymmetry(line.system, r.first);
    auto const& s = line.system;
    // i(g) of the ball is an arrow of M_c only for the table that rotates in the opposite
    // direction.
    auto const back = line.name == "ball" ? ball(0.1_quad, 3.5_quad) : s;
    double const map = distance(evolved(back, s.inverse(evolved(s, r.first))), s.inverse(r.first));
    auto const run = long_run(study, line, study.quick ? 4000 : 20000, 1);
    draw(study, line, run, number);
    measure_energy(study, line, run);
    table.add({double(number), L, M, map, run.largest, run.drift, run.violation, r.momentum.value});
    study.progress(double(++number) / double(lines().size()));
  }
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::structure_table_study
