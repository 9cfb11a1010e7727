#include <algorithm>
#include <cmath>

#include "integrators/core/run/reference.hpp"

namespace rattleback {

std::optional<double> abrupt_change(System<double> const& system, double t0,
                                    std::vector<double> const& y0, double t1,
                                    std::vector<double> const& y1) {
  double const length = t1 - t0;
  double const spacing = search_spacing * system.description().card.time_scale;
  long const points = std::lround(std::min(std::ceil(length / spacing), 65536.0));
  // Differences of a motion that is analytic within the step fall by its fourth power. A step of a
  // few points looks at as many itself.
  double const allowed = std::max(1e4 * std::pow(1.0 / double(points), 4), 1e-10);
  if (!(allowed < 8)) return std::nullopt;
  std::size_t const size = static_cast<std::size_t>(system->size), dof = y0.size() - size;
  std::vector<double> multipliers(static_cast<std::size_t>(system->constraints));
  auto const rate = [&](double t, std::vector<double> const& y) {
    std::vector<double> ydot(y.size());
    system->motion(system.get(), t, y.data(), y.data() + size, ydot.data(), ydot.data() + size,
                   multipliers.data());
    return ydot;
  };
  auto const rate0 = rate(t0, y0), rate1 = rate(t1, y1);
  auto y = y0;
  std::vector<double> accelerations, largest(dof);
  for (long k = 0; k <= points; ++k) {
    double const s = double(k) / double(points), r = 1 - s;
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = r * r * (1 + 2 * s) * y0[i] + s * s * (1 + 2 * r) * y1[i] +
             s * r * length * (r * rate0[i] - s * rate1[i]);
    auto const ydot = rate(t0 + s * length, y);
    for (std::size_t i = 0; i < dof; ++i) {
      accelerations.push_back(ydot[size + i]);
      largest[i] = std::max(largest[i], std::abs(ydot[size + i]));
    }
  }
  double const rounding = 1e-11 * *std::max_element(largest.begin(), largest.end());
  for (long k = 0; k + 4 <= points; ++k)
    for (std::size_t i = 0; i < dof; ++i) {
      double const* const a = &accelerations[static_cast<std::size_t>(k) * dof + i];
      double const difference = a[0] - 4 * a[dof] + 6 * a[2 * dof] - 4 * a[3 * dof] + a[4 * dof];
      if (std::abs(difference) > allowed * largest[i] + rounding)
        return t0 + double(k) / double(points) * length;
    }
  return std::nullopt;
}

}  // namespace rattleback
