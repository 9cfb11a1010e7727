#include "experiments/measure/energy_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/core/series.hpp"

namespace rattleback {

namespace {

Trajectory<double> motion_of(ProblemEntry const& problem, RunSpec spec, double tolerance) {
  spec.options = problem.tolerances(tolerance);
  return problem.method("odeint_dopri5").integrate(spec);
}

}  // namespace

double EnergyScale::up_to(double t) const {
  auto const after = std::upper_bound(times.begin(), times.end(), t);
  return after == times.end() ? value : largest[std::size_t(after - times.begin())];
}

double EnergyScale::time_of_loss(Trajectory<double> const& run, std::size_t first) const {
  for (std::size_t i = first; i < run.times.size(); ++i)
    if (is_lost(std::abs(run.times[i] - run.times[0]),
                std::abs(run.invariant_values[i][0] - run.invariant_values[first][0])))
      return run.times[i];
  return std::nan("");
}

void LossWatch::begin(std::vector<std::string> const& columns) {
  // A driven system has a balance, which comes before its energy.
  auto const is_watched = [](auto const& name) { return name == "energy" || name == "balance"; };
  auto const at = std::find_if(columns.begin(), columns.end(), is_watched);
  energy_ = std::size_t(at - columns.begin());
}

void LossWatch::row(std::vector<double> const& numbers) {
  double const t = numbers[0];
  if (std::isnan(start_)) start_ = t;
  if (std::exchange(skips_, false)) return;
  double const energy = numbers[energy_];
  if (std::isnan(initial_)) initial_ = energy;
  if (std::isnan(time_of_loss_) &&
      scale_.is_lost(std::abs(t - start_), std::abs(energy - initial_)))
    time_of_loss_ = t;
}

void LossWatch::row(std::vector<RawQuad> const& numbers) {
  row(std::vector<double>(numbers.begin(), numbers.end()));
}

EnergyScale energy_scale(ProblemEntry const& problem, Setting const& setting, double until,
                         std::function<void(long)> const& progress) {
  // Shorter runs are lengthened: the solver works in double precision and needs no shorter step.
  constexpr double shortest = 1e-6;
  constexpr double longest = 1000, nodes_a_unit = 20, agreement = 0.1;
  double const unit = problem.card.time_scale;
  double const end = std::clamp(std::abs(until), shortest * unit, longest * unit);
  RunSpec spec{.setting = setting, .every = 1, .only_kinetic_energies = true, .progress = progress};
  spec.setting.q1.reset();
  spec.steps = std::max(1L, std::lround(nodes_a_unit * end / unit));
  spec.step = RawQuad(std::copysign(end, until)) / spec.steps;
  auto const motion = motion_of(problem, spec, 1e-10), coarse = motion_of(problem, spec, 1e-8);
  auto const elapsed = [&](double t) { return std::abs(t - motion.times.front()); };
  EnergyScale scale{largest(motion.kinetic_energies), elapsed(motion.times.back()),
                    motion.invariants.front().max_deviation};
  if (!(std::abs(scale.value - largest(coarse.kinetic_energies)) <= agreement * scale.value)) {
    scale.value = std::nan("");
    return scale;
  }
  double so_far = 0;
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    so_far = std::max(so_far, motion.kinetic_energies[i]);
    if (elapsed(motion.times[i]) < unit && i + 1 < motion.times.size()) continue;
    scale.times.push_back(elapsed(motion.times[i]));
    scale.largest.push_back(so_far);
  }
  return scale;
}

std::string warning_of_flipped_momentum(double initial, double largest, double scale) {
  constexpr double grown = 100;
  if (!(largest > lost_fraction * scale && largest > grown * initial)) return "";
  return fmt::format(
      "the parasitic mode has grown: the flipped part of the momentum holds {:.2g} of energy, "
      "{:.0f} "
      "per cent of the largest kinetic energy {:.3g}; the trajectory is not that of the system",
      largest, 100 * largest / scale, scale);
}

}  // namespace rattleback
