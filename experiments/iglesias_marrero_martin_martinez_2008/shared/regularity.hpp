#pragma once
// Conditions of theorem 3.9 as four determinants, on paths through M_c.

#include <array>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"
#include "experiments/theory/linear_algebra.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Returns the system whose F^- at g^-1 is minus F^+ of `s` at g: L_d o i on i(M_c).
DiscreteSystem opposite(DiscreteSystem const& s);

/// Returns the determinant of the matrix of scalar products of the columns.
Quad gram_determinant(Matrix const& columns);
/// Returns `covector` minus its best approximation by the columns of `forms`.
Vector across_span(Matrix const& forms, Vector const& covector);
/// Returns the largest component of that vector relative to the covector's largest component.
double outside_span(Matrix const& forms, Vector const& covector);

/// Determinants of theorem 3.9 (i)-(iv) at g in M_c; each is zero if its condition fails, and is
/// divided by the volumes of the bases used.
struct Regularity {
  std::array<Quad, 4> determinant;  // conditions (i) to (iv); (iii): root of det Omega on H
  long dimension_of_H = 0;
};
Regularity regularity(DiscreteSystem const& s, Arrow const& g);

/// Return the determinant of the derivative of F^- along M_c at fixed source, and the absolute one
/// of F^+ at fixed target, relative to the volumes of the bases.
Quad minus_determinant(DiscreteSystem const& s, Arrow const& g);
Quad plus_determinant(DiscreteSystem const& s, Arrow const& g);
/// Smaller one of the determinants of the conditions on F^- and F^+ at the unit over `point`,
/// relative to the largest entries of its rows; zero if the rank is smaller.
Measured regularity_at(DiscreteSystem const& s, Vector const& point);

/// Path in M_c from a unit to a singular point.
struct PathOfArrows {
  DiscreteSystem system;
  std::function<Arrow(Quad)> arrow;
  double end;

  /// Short arrow of M_c that is not a unit; throws std::logic_error if it is not in M_c.
  Arrow sample() const;
  /// Dimension of M.
  int base_dimension() const {
    auto const& s = system.name;
    return s == "particle" ? 3 : s == "Suslov" || s == "sleigh" ? 0 : 2;
  }
  /// True if L_d and M_c are invariant under the inversion.
  bool reversible() const { return system.name != "ball" && system.name != "Veselova"; }
};
/// The six examples. Parameters: y_1 - y_0; tan(theta/2); -x; tan(theta/2), twice; theta.
std::vector<PathOfArrows> const& paths();

/// Returns an arrow from the right end of g, not in M_c.
Arrow arrow_after(DiscreteSystem const& s, Arrow const& g, Random& random);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
