#include "problems/core/sampler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/math/tools/toms748_solve.hpp>

#include "base/invalid_input.hpp"

namespace rattleback {

std::string as_in_the_first_case(std::span<std::string const> names) {
  return fmt::format("{} as in the first case", fmt::join(names, ", "));
}

double scale_with_energy(std::function<double(double)> const& energy_at, double wanted_energy,
                         std::string const& problem) {
  auto const excess = [&](double s) { return energy_at(s) - wanted_energy; };
  double high = 1;
  while (excess(high) < 0 && high < 0x1p100) high *= 2;
  if (excess(0) < 0 && !(excess(high) >= 0))
    throw InvalidInput(fmt::format("no start of {} has the energy {}: it must not exceed {}",
                                   problem, wanted_energy, energy_at(high)));
  if (!(excess(0) < 0))
    throw InvalidInput(fmt::format(
        "no start of {} has the energy {}: it must exceed {}, that of rest at the origin", problem,
        wanted_energy, excess(0) + wanted_energy));
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
  return high;
}

}  // namespace rattleback
