#include "experiments/core/energy_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rattleback {

namespace {

/// Largest kinetic energy by a solver with that tolerance.
EnergyScale largest_kinetic_energy(ProblemEntry const& problem, RunSpec spec,
                                   std::string const& tolerance) {
  spec.options = {{"rtol", tolerance}, {"atol", tolerance}};
  auto const motion = problem.method("odeint_dopri5").integrate(spec);
  return {motion.largest_kinetic_energy, motion.times.back(),
          motion.invariants.front().max_deviation};
}

}  // namespace

EnergyScale energy_scale(ProblemEntry const& problem, Setting const& setting, double until) {
  constexpr double longest = 1000, nodes_a_unit = 20, agreement = 0.1;
  double const unit = problem.card.time_scale;
  double const end = std::min(until, longest * unit);
  RunSpec spec;
  spec.setting = setting;
  spec.steps = std::max(1L, std::lround(nodes_a_unit * end / unit));
  spec.step = RawQuad(end) / spec.steps;
  auto scale = largest_kinetic_energy(problem, spec, "1e-10");
  auto const coarse = largest_kinetic_energy(problem, spec, "1e-8");
  if (!(std::abs(scale.value - coarse.value) <= agreement * scale.value))
    scale.value = std::nan("");
  return scale;
}

std::string warning_of_flipped_momentum(double initial, double largest, double scale) {
  constexpr double grown = 100;
  if (!(largest > lost_fraction * scale && largest > grown * initial)) return "";
  return fmt::format(
      "the parasitic mode has grown: the flipped part of the momentum holds {:.2g} of energy, {:.0f} "
      "per cent of the largest kinetic energy {:.3g}; the trajectory is not that of the system",
      largest, 100 * largest / scale, scale);
}

}  // namespace rattleback
