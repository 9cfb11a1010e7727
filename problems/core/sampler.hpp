#pragma once
// Starts of ensembles: orbit i of seed s is the same on any lane, thread, rank or shard.

#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "problems/core/energy.hpp"

namespace rattleback {

/// Standard normal numbers from a counter: splitmix64 started at (seed, orbit), Box-Muller pairs.
class NormalSequence {
 public:
  NormalSequence(std::uint64_t seed, std::uint64_t orbit)
      : state_(seed * 0xD1342543DE82EF95ull + orbit) {
    next_bits();  // the first output of neighbouring counters is correlated
  }
  double next() {
    if (have_spare_) {
      have_spare_ = false;
      return spare_;
    }
    double const radius = std::sqrt(-2 * std::log(next_uniform()));
    double const angle = 2 * 3.14159265358979323846 * next_uniform();
    spare_ = radius * std::sin(angle);
    have_spare_ = true;
    return radius * std::cos(angle);
  }

  /// Uniform in (0, 1).
  double next_uniform() { return (static_cast<double>(next_bits() >> 11) + 0.5) * 0x1p-53; }

 private:
  std::uint64_t next_bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
  double spare_ = 0;
  bool have_spare_ = false;
};

/// Returns "NAME, NAME as in the first case", the measure of coordinates that are not drawn.
std::string as_in_the_first_case(std::span<std::string const> names);

/// Returns the smallest double s > 0 at which a growing energy reaches the wanted one. Throws
/// InvalidInput when no s has that energy.
/// @param energy_at  energy on a ray from rest at the origin (s = 0)
/// @param problem    id, for the message
double scale_with_energy(std::function<double(double)> const& energy_at, double wanted_energy,
                         std::string const& problem);

/// Start of orbit `orbit`: normal numbers for all coordinates and then for the independent
/// velocities, all scaled by one factor s with H(s) = energy; the constraints give the rest. The
/// energy of a problem with `sampled_starts` grows from its minimum at q = 0.
/// Throws InvalidInput when no s has that energy.
template <NonholonomicSystem P>
std::pair<Vec<double, size_of<P>>, Vec<double, dof_of<P>>> sampled_start(P const& system,
                                                                         std::uint64_t seed,
                                                                         std::uint64_t orbit,
                                                                         double wanted_energy) {
  NormalSequence normal(seed, orbit);
  Vec<double, size_of<P>> q;
  Vec<double, dof_of<P>> v;
  for (int i = 0; i < size_of<P>; ++i) q[i] = normal.next();
  for (int i = 0; i < dof_of<P>; ++i) {
    bool dependent = false;
    for (int d : system.dependent_velocities) dependent = dependent || d == i;
    if (!dependent) v[i] = normal.next();
  }
  auto const scaled = [&](double s) {
    std::pair start{s * q, s * v};
    complete_velocity(system, start.first, start.second);
    return start;
  };
  auto const energy_at = [&](double s) {
    auto const [qs, vs] = scaled(s);
    return energy(system, qs, vs);
  };
  return scaled(scale_with_energy(energy_at, wanted_energy, system.card().id));
}

}  // namespace rattleback
