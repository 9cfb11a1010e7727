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
  auto const runs = paper_runs(particle, start);
  std::string const data = fmt::format("particle, steps of 0.05, {}", words_of(start));
  for (auto const& measure : error_measures) {
    std::array<double, 3> values;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      values[m] = measure.of(runs[m].errors);
      findings.measure(fmt::format("P{}", 3 + m), start + ", " + measure.name,
                       {.value = values[m],
                        .words = fmt::format("{} distance of (x, y) by {} from the exact motion{}, "
                                             "{}, t up to 10: {:.3e}",
                                             measure.name, name_of(methods[m]),
                                             m == 1 ? " at tau_i" : "", data, values[m])});
    }
    double const order = smallest_ratio(values);
    findings.measure(
        "P35", start + ", " + measure.name,
        {.value = order,
         .words = fmt::format("{} errors of RDLA {:.2e}, HDEL (in tau) {:.2e}, PTHDEL "
                              "{:.2e}, {}: smallest ratio of neighbours {:.3g}",
                              measure.name, values[0], values[1], values[2], data, order)});
  }
  double const rdla = largest(runs[0].errors), pthdel = largest(runs[2].errors);
  findings.measure("P6", start,
                   {.value = pthdel / rdla,
                    .words = fmt::format("largest error of PTHDEL ({:.2e}) over that of RDLA "
                                         "({:.2e}), {}: {:.1f}",
                                         pthdel, rdla, data, pthdel / rdla)});
}

void compute(Findings& findings) {
  auto const& entry = find_problem(particle.problem);
  auto const runs = paper_runs(particle);
  add_errors(findings, runs);
  for (auto const& start : starts) measure_errors(findings, start);

  double const end = runs[0].own_times.back();
  findings.measure("P34", {.value = end,
                           .words = fmt::format("time of the last of 200 nodes of RDLA, steps of "
                                                "0.05: {:g}",
                                                end)});
  double const energy = entry.energy({});
  findings.measure("P1", {.value = energy,
                          .words = fmt::format("energy of the particle's start, vx = vy = 1 at the "
                                               "origin: {:.15g}; the first discrete energy of RDLA "
                                               "is 1 + {:.6e}",
                                               energy, runs[0].energies[0])});
  double const tau = tau_at(entry, 10), count = tau / double(particle.step);
  findings.measure(
      "P2", {.value = tau, .words = fmt::format("tau(10) on the particle's motion: {:.8f}", tau)});
  findings.measure(
      "P2a", {.value = count, .words = fmt::format("tau(10) over the step 0.05: {:.4f}", count)});
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
