#pragma once
// Observed orders of the paper's three methods against the closed forms.

#include "experiments/core/fit.hpp"
#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"

namespace rattleback::fernandez_bloch_olver_2012::particles {

/// Measures the order that is farthest from 2, from the errors at the end with h = 1/10 ... 1/160.
inline void measure_orders(Findings& findings, std::string const& claim, Particle const& particle) {
  auto& table = findings.table("orders", {"h", "rdla", "hdel", "pthdel"});
  std::vector<double> steps;
  std::vector<std::vector<double>> errors(methods.size());
  for (long refinement = 1; refinement <= 16; refinement *= 2) {
    RawQuad const h = 2 * step / refinement;
    std::vector<double> row{double(h)};
    for (std::size_t m = 0; m < methods.size(); ++m) {
      long const steps_of_paper = methods[m] == "hdel" ? particle.tau_steps : particle.steps;
      auto const end =
          run(particle, methods[m], "euler", h, steps_of_paper / 2 * refinement).errors.back();
      errors[m].push_back(end);
      row.push_back(end);
    }
    steps.push_back(row[0]);
    table.add(row);
  }
  double farthest = 2;
  std::vector<std::string> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    double const order = fit_power(steps, errors[m]).slope;
    if (std::abs(order - 2) > std::abs(farthest - 2)) farthest = order;
    all.push_back(fmt::format("{} {:.3f}", name_of(methods[m]), order));
  }
  findings.measure(claim, farthest, fmt::format("{:.3f} ({})", farthest, fmt::join(all, ", ")));
}

inline Claim orders_claim(std::string const& id, std::string const& place,
                          Particle const& particle) {
  return {.id = id,
          .place = place,
          .statement =
              "The three methods converge to these solutions at second order (errors at "
              "the end, h = 1/10 ... 1/160): the order farthest from 2",
          .printed = "2",
          .criterion = within(2, 0.1),
          .reason = "five step sizes, the coarsest not yet asymptotic",
          .correction = correction_of("rdla", particle) + "; " + pthdel_energy,
          .assumption = euler_start};
}

}  // namespace rattleback::fernandez_bloch_olver_2012::particles
