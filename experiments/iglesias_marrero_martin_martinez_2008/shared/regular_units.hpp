#pragma once
// Regularity near the units, by the determinants there.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/theory/discrete_system.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory;

/// A system and a point of its base.
struct UnitOf {
  std::string name;
  DiscreteSystem system;
  Numbers point;
};
/// Supplies the smaller one of the determinants of the conditions on F^- and F^+ at the unit, over
/// the largest entries of its rows, an instance a unit.
inline void measure_regular_units(Study& study, std::string const& statement,
                                  std::string const& reading, std::vector<UnitOf> const& units) {
  for (auto const& [name, s, x] : units) {
    auto const unit = s.unit(x);
    double least = INFINITY;
    for (auto const& m : {right_regularity(s, unit), left_regularity(s, unit)}) {
      Q scale = 1;
      for (auto const& row : m) scale *= largest(row);
      least = smaller_or_nan(least, double(absolute(determinant(m) / scale)));
    }
    study.measure(statement, reading, name,
                  number(least,
                         "smaller determinant of the conditions on F^- and F^+ at a unit, over "
                         "the largest entries of its rows, " +
                             name));
  }
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
