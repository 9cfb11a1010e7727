#include <boost/math/tools/roots.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/panels.hpp"

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

void measure_errors(Findings& findings, std::string const& start) {
  auto const runs = simulations(findings, particle, start);
  std::string const data = fmt::format("particle, steps of 0.05, {}", words_of(start));
  measure_errors(findings, {"P3", "P4", "P5"}, "P35", start, runs,
                 {"RDLA", "HDEL (in tau)", "PTHDEL"}, data + ", t up to 10");
  double const rdla = largest(runs[0].errors), pthdel = largest(runs[2].errors);
  findings.measure(
      "P6", start,
      measured(pthdel / rdla,
               "largest error of PTHDEL ({:.2e}) over that of RDLA ({:.2e}), {}: {:.1f}", pthdel,
               rdla, data, pthdel / rdla));
}

void compute(Findings& findings) {
  auto const runs = simulations(findings, particle);
  add_errors(findings, runs);
  for (auto const& start : starts) measure_errors(findings, start);

  auto const& problem = findings.problem(particle.problem);
  double const end = runs[0].own_times.back(), energy = problem.energy({});
  double const tau = tau_at(problem, 10), count = tau / double(particle.step);
  findings.measure(
      "P34", measured(end, "time of the last of 200 nodes of RDLA, steps of 0.05: {:g}", end));
  findings.measure("P1", measured(energy,
                                  "energy of the particle's start, vx = vy = 1 at the origin: "
                                  "{:.15g}; the first discrete energy of RDLA is 1 + {:.6e}",
                                  energy, runs[0].energies[0]));
  findings.measure("P2", measured(tau, "tau(10) on the particle's motion: {:.8f}", tau));
  findings.measure("P2a", measured(count, "tau(10) over the step 0.05: {:.4f}", count));
}

}  // namespace

Experiment figure_1() {
  return {.id = "fbo2012_figure_1",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Nonholonomic particle: errors of the three methods",
          .about =
              "vz + x vy = 0 with x0 = y0 = 0, alpha_x = alpha_y = 1, epsilon = 0.5, "
              "h = h_tau = 0.05, N = 200, N_tau = 60. The paper's rmsd is the pointwise "
              "distance from the exact (x, y), at tau_i for HDEL.",
          .choices = run_choices(),
          .figures = {error_figure(particle, "1",
                                   "Nonholonomic particle: pointwise errors of (x, y) by (a) RDLA, "
                                   "(b) HDEL in its own time τ, (c) PTHDEL.")},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
