#pragma once
// Regularity near the units, by the determinants there.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// A system and a point of its base.
struct UnitOf {
  std::string name;
  DiscreteSystem system;
  Numbers point;
};
/// The smaller one of the determinants of the conditions on F^- and F^+ at the unit, over the
/// largest entries of its rows; zero where an elimination finds a smaller rank.
inline Measured regularity_at(UnitOf const& one) {
  auto const& s = one.system;
  auto const unit = s.unit(one.point);
  double least = INFINITY;
  for (auto const& m : {right_regularity(s, unit), left_regularity(s, unit)}) {
    Q scale = 1;
    for (auto const& row : m) scale *= largest(row);
    least = smaller_or_nan(least,
                           rank(m) < int(m.size()) ? 0 : double(absolute(determinant(m) / scale)));
  }
  return {.value = least, .epsilon = of_differences};
}
/// Supplies it to a reading, an instance a unit.
inline void measure_regular_units(Study& study, std::string const& statement,
                                  std::string const& reading, std::vector<UnitOf> const& units) {
  for (auto const& one : units) study.measure(statement, reading, one.name, regularity_at(one));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
