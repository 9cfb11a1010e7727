#pragma once
// Arguments of the kinks of a system's formulas: where one of them changes its sign, the motion has
// only finitely many derivatives.

#include <vector>

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Returns the arguments of all kinks at a point; empty without kinks.
template <class S>
std::vector<S> kink_arguments(System<S> const& system, S const& t, S const* q, S const* v) {
  std::vector<S> arguments(system.description().kinks.size());
  if (system->kink_arguments)
    system->kink_arguments(system.get(), t, q, v, arguments.data());
  else
    arguments.clear();
  return arguments;
}

/// Returns the number of the first kink whose argument changes its sign between two points; -1 if
/// none does. A sign is -1, 0 or 1.
template <class S>
int changed_kink(std::vector<S> const& before, std::vector<S> const& after) {
  for (std::size_t k = 0; k < before.size(); ++k)
    if (sign(before[k]) != sign(after[k])) return static_cast<int>(k);
  return -1;
}

/// Values and slopes of a function at the ends of an interval.
struct Ends {
  double before, slope_before, after, slope_after, length;

  /// True if the function, with one sign at both ends, may have another one between them: it comes
  /// nearer to zero first, and the cubic through the ends falls below half of both values.
  bool may_vanish_between() const {
    if (sign(before) * sign(after) <= 0 || before * slope_before * length >= 0 ||
        after * slope_after * length <= 0)
      return false;
    constexpr int parts = 16;
    for (int i = 1; i < parts; ++i) {
      double const s = double(i) / parts, r = 1 - s;
      double const cubic = r * r * ((1 + 2 * s) * before + s * length * slope_before) +
                           s * s * ((1 + 2 * r) * after - r * length * slope_after);
      if (cubic / before < 0.5 && cubic / after < 0.5) return true;
    }
    return false;
  }
};

}  // namespace rattleback
