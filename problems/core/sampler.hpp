#pragma once
// Starts of ensembles: orbit i of seed s is the same on any lane, thread, rank or shard.

#include <fmt/format.h>

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/invalid_input.hpp"
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

/// The problem says that scaled normal starts make sense: the energy grows from its minimum at q =
/// 0.
template <class P>
concept SampledStarts = requires {
  requires P::sampled_starts;
};

/// Start of orbit `orbit`: normal numbers for all coordinates and then for the independent
/// velocities, all scaled by one factor s with H(s) = energy; the constraints give the rest.
/// Throws InvalidInput when no s has that energy.
template <SampledStarts P>
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
  auto const excess = [&](double s) {
    auto const [qs, vs] = scaled(s);
    return energy(system, qs, vs) - wanted_energy;
  };
  double high = 1;
  while (excess(high) < 0 && high < 0x1p100) high *= 2;
  if (!(excess(0) < 0 && excess(high) >= 0))
    throw InvalidInput(fmt::format(
        "no start of {} has the energy {}: it must exceed {}, that of rest at the origin",
        system.card().id, wanted_energy, excess(0) + wanted_energy));
  // Bisection ends at neighbouring doubles whatever the energy's shape. Its sign is known without
  // an evaluation outside a narrow bracket of the root, as the energy grows along the ray.
  std::uintmax_t evaluations = 100;
  auto const [left, right] = boost::math::tools::toms748_solve(
      excess, 0.0, high, boost::math::tools::eps_tolerance<double>(40), evaluations);
  double const margin = 0x1p-38 * right;
  double low = 0;
  for (double middle = high / 2; middle > low && middle < high; middle = low + (high - low) / 2) {
    bool const below = middle < left - margin || (middle <= right + margin && excess(middle) < 0);
    (below ? low : high) = middle;
  }
  return scaled(high);
}

}  // namespace rattleback
