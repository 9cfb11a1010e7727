#include <boost/math/tools/roots.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_1_study {

namespace {

/// Returns tau(t), by inverting t(tau) of the problem.
double tau_at(ProblemEntry const& entry, double t) {
  auto const miss = [&](double tau) {
    return double(entry.times_at({}, {Quad(tau)})[0] - Quad(t));
  };
  std::uintmax_t iterations = 100;
  auto const [low, high] = boost::math::tools::toms748_solve(
      miss, 0.0, t, boost::math::tools::eps_tolerance<double>(50), iterations);
  return (low + high) / 2;
}

void measure_errors(Study& study, std::string const& start) {
  auto const runs = simulations(study, particle, start);
  std::string const sizes[]{"P3", "P4", "P5"};
  for (auto const& measure : error_measures) {
    for (std::size_t m = 0; m < methods.size(); ++m)
      study.measure(sizes[m], start + ", " + measure.name, {measure.of(runs[m].errors)});
    study.measure("P35", start + ", " + measure.name, ranking_of_errors(measure, runs[0], runs));
  }
  study.measure("P6", start, ratio_of(largest(runs[2].errors), largest(runs[0].errors)));
  if (start != "euler") return;
  study.control("P35", "steps of RDLA four times as large",
                ranking_of_errors(error_measures[0],
                                  coarse_simulation(study, particle, "rdla", start), runs));
}

}  // namespace

void figure_1(Study& study) {
  auto const runs = simulations(study, particle);
  add_errors(study, runs);
  for (auto const& start : starts) measure_errors(study, start);

  auto const& problem = study.problem(particle.problem);
  double const tau = tau_at(problem, 10);
  study.measure("P1", {.value = problem.energy({}),
                       .details = {{"first discrete energy of RDLA - 1", runs[0].energies[0]}}});
  supply(study, "",
         {{"P34", "as printed", runs[0].own_times.back()},
          {"P2", "as printed", tau},
          {"P2a", "as printed", tau / double(particle.step)}});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_1_study
