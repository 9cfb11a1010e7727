#include "experiments/core/energy_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "problems/core/extremes.hpp"

namespace rattleback {

namespace {

Trajectory<double> motion_of(ProblemEntry const& problem, RunSpec spec,
                             std::string const& tolerance) {
  spec.options = {{"rtol", tolerance}, {"atol", tolerance}};
  return problem.method("odeint_dopri5").integrate(spec);
}

/// Appends the largest kinetic energies up to the nodes of a motion.
void add_largest(ProblemEntry const& problem, Setting const& setting,
                 Trajectory<double> const& motion, EnergyScale& scale) {
  double so_far = 0;
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    so_far = larger_or_nan(so_far, kinetic_energy(problem, setting, motion.q[i], motion.v[i]));
    bool const is_last = i + 1 == motion.times.size();
    if (!is_last && motion.times[i] < problem.card.time_scale) continue;
    scale.times.push_back(motion.times[i]);
    scale.largest.push_back(is_last ? scale.value : so_far);
  }
}

}  // namespace

double EnergyScale::up_to(double t) const {
  auto const after = std::upper_bound(times.begin(), times.end(), t);
  return after == times.end() ? value : largest[std::size_t(after - times.begin())];
}

void LossWatch::begin(std::vector<std::string> const& columns) {
  energy_ = std::size_t(std::find(columns.begin(), columns.end(), "energy") - columns.begin());
}

void LossWatch::row(std::vector<double> const& numbers) {
  if (std::exchange(skips_, false)) return;
  double const t = numbers[0], energy = numbers[energy_];
  if (std::isnan(initial_)) initial_ = energy;
  if (std::isnan(time_of_loss_) && scale_.is_lost(t, std::abs(energy - initial_)))
    time_of_loss_ = t;
}

void LossWatch::row(std::vector<RawQuad> const& numbers) {
  row(std::vector<double>(numbers.begin(), numbers.end()));
}

double kinetic_energy(ProblemEntry const& problem, Setting setting, std::vector<double> const& q,
                      std::vector<double> const& v) {
  setting.q.emplace(q.begin(), q.end());
  setting.v.emplace(v.begin(), v.end());
  setting.own_state = true;
  double const whole = problem.energy(setting);
  setting.v.emplace(v.size(), RawQuad(0));
  return whole - problem.energy(setting);
}

EnergyScale energy_scale(ProblemEntry const& problem, Setting const& setting, double until) {
  constexpr double longest = 1000, nodes_a_unit = 20, agreement = 0.1;
  constexpr long most_nodes = 2000;
  double const unit = problem.card.time_scale;
  double const end = std::min(until, longest * unit);
  RunSpec spec;
  spec.setting = setting;
  spec.steps = std::max(1L, std::lround(nodes_a_unit * end / unit));
  spec.step = RawQuad(end) / spec.steps;
  spec.every = std::max(1L, spec.steps / most_nodes);
  auto const motion = motion_of(problem, spec, "1e-10"), coarse = motion_of(problem, spec, "1e-8");
  EnergyScale scale{motion.largest_kinetic_energy,
                    motion.times.back(),
                    motion.invariants.front().max_deviation,
                    {},
                    {}};
  if (std::abs(scale.value - coarse.largest_kinetic_energy) <= agreement * scale.value)
    add_largest(problem, setting, motion, scale);
  else
    scale.value = std::nan("");
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
