#include <boost/math/tools/roots.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// tau(t), by inverting the problem's own t(tau).
double tau_at(ProblemEntry const& entry, double t) {
  auto const miss = [&](double tau) {
    return double(entry.times_at({}, {RawQuad(tau)})[0] - RawQuad(t));
  };
  std::uintmax_t iterations = 100;
  auto const [low, high] = boost::math::tools::toms748_solve(
      miss, 0.0, t, boost::math::tools::eps_tolerance<double>(50), iterations);
  return (low + high) / 2;
}

void measure_errors(Study& study, std::string const& start) {
  auto const runs = simulations(study, particle, start);
  std::string const data = fmt::format("particle, steps of 0.05, {}", words_of(start));
  measure_errors(study, {"P3", "P4", "P5"}, "P35", start, runs, {"RDLA", "HDEL (in tau)", "PTHDEL"},
                 data + ", t up to 10");
  double const rdla = largest(runs[0].errors), pthdel = largest(runs[2].errors);
  study.measure("P6", start,
                measured(pthdel / rdla,
                         "largest error of PTHDEL ({:.2e}) over that of RDLA ({:.2e}), {}: {:.1f}",
                         pthdel, rdla, data, pthdel / rdla));
}

}  // namespace

void figure_1(Study& study) {
  auto const runs = simulations(study, particle);
  add_errors(study, runs);
  for (auto const& start : starts) measure_errors(study, start);

  auto const& problem = study.problem(particle.problem);
  double const end = runs[0].own_times.back(), energy = problem.energy({});
  double const tau = tau_at(problem, 10), count = tau / double(particle.step);
  study.measure("P34",
                measured(end, "time of the last of 200 nodes of RDLA, steps of 0.05: {:g}", end));
  study.measure("P1", measured(energy,
                               "energy of the particle's start, vx = vy = 1 at the origin: "
                               "{:.15g}; the first discrete energy of RDLA is 1 + {:.6e}",
                               energy, runs[0].energies[0]));
  study.measure("P2", measured(tau, "tau(10) on the particle's motion: {:.8f}", tau));
  study.measure("P2a", measured(count, "tau(10) over the step 0.05: {:.4f}", count));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
