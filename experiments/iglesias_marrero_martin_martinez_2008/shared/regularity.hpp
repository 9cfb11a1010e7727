#pragma once
// The four conditions of theorem 3.9, each as a determinant, on paths through M_c.

#include <array>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"
#include "experiments/theory/linear_algebra.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Returns the system whose F^- at g^-1 is minus F^+ of `s` at g: L_d o i on i(M_c).
DiscreteSystem opposite(DiscreteSystem const& s);

/// Returns the determinant of the scalar products of the columns.
Quad gram_determinant(Matrix const& columns);
/// Returns `covector` minus its best approximation by the columns of `forms`.
Vector across_span(Matrix const& forms, Vector const& covector);

/// Theorem 3.9 (i)-(iv) at g in M_c, as numbers that vanish if a condition fails. Each is
/// divided by the volumes of the bases that it is taken in.
struct Regularity {
  std::array<Quad, 4> determinant;  // (i), (ii), (iii), (iv); (iii) as the root of det Omega on H
  long dimension_of_H = 0;
};
Regularity regularity(DiscreteSystem const& s, Arrow const& g);

/// The smaller one of the determinants of the conditions on F^- and F^+ at the unit over `point`,
/// over the largest entries of its rows; zero if the rank is smaller.
Measured regularity_at(DiscreteSystem const& s, Vector const& point);

/// A path in M_c that starts at a unit and meets a singular point.
struct PathOfArrows {
  DiscreteSystem system;
  std::function<Arrow(Quad)> arrow;
  double end;

  /// A short arrow of M_c off its units.
  Arrow sample() const { return arrow(Quad(end) / 20); }
  /// dim M
  int base_dimension() const {
    auto const& s = system.name;
    return s == "particle" ? 3 : s == "Suslov" || s == "sleigh" ? 0 : 2;
  }
  /// L_d and M_c are invariant under the inversion.
  bool reversible() const { return system.name != "ball" && system.name != "Veselova"; }
};
/// The six examples. Parameters: y_1 - y_0; tan(theta/2); -x; tan(theta/2), twice; theta.
std::vector<PathOfArrows> const& paths();

/// Returns an arrow from the right end of g, not in M_c.
Arrow arrow_after(DiscreteSystem const& s, Arrow const& g, Random& random);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
