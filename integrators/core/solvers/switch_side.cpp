#include "integrators/core/solvers/switch_side.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {

void SwitchSide::stand_at(double t, std::vector<double> const& y) {
  t_ = t;
  y_ = y;
  switches_ = switches_at(t, y.data());
}

int SwitchSide::crossed(std::vector<double> const& switches) const {
  for (std::size_t k = 0; k < switches.size(); ++k)
    if (switches_[k] != 0 && sign(switches[k]) != sign(switches_[k])) return int(k);
  return -1;
}

double const* SwitchSide::nearest(double& t, double const* y) const {
  auto const end = switches_at(t, y);
  if (crossed(end) < 0) return y;
  // Regula falsi, and each fourth time the middle, for the share of the way at which the switches
  // are down to a part of their size at the known state: rounding must not change their signs.
  constexpr double part = 1e-9;
  auto const above = [&](std::vector<double> const& switches) {
    double least = 1;
    for (std::size_t k = 0; k < switches.size(); ++k)
      if (switches_[k] != 0) least = std::min(least, switches[k] / switches_[k]);
    return least - 2 * part;
  };
  double low = 0, high = 1, at_low = 1 - 2 * part, at_high = above(end);
  double const from = t_, to = t;
  between_.assign(y_.begin(), y_.end());
  auto const go = [&](double share) {
    for (std::size_t i = 0; i < y_.size(); ++i) between_[i] = y_[i] + share * (y[i] - y_[i]);
    t = from + share * (to - from);
    return above(switches_at(t, between_.data()));
  };
  constexpr int most = 60;
  for (int i = 0; i < most; ++i) {
    double const share = low + (high - low) * at_low / (at_low - at_high);
    bool const is_inside = share > low && share < high && i % 4 != 3;
    double const middle = is_inside ? share : (low + high) / 2, there = go(middle);
    if (std::abs(there) <= part) return between_.data();
    (there >= 0 ? low : high) = middle;
    (there >= 0 ? at_low : at_high) = there;
  }
  go(low);
  return between_.data();
}

}  // namespace rattleback
