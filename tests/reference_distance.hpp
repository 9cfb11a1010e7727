#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace rattleback {

/// Largest difference over the numbers that are wanted, relative to max(1, |number|).
inline double distance_to(std::vector<double> const& wanted, std::vector<double> const& found) {
  double largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!std::isnan(wanted[i])) {
      double const d = std::abs(found.at(i) - wanted[i]) / std::max(1.0, std::abs(wanted[i]));
      largest = d > largest || std::isnan(d) ? d : largest;
    }
  return largest;
}

}  // namespace rattleback
