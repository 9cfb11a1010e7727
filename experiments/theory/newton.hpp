#pragma once
// Roots of equations in quad precision: Newton's method, the Illinois rule and bisection.

#include <functional>

#include "experiments/theory/jet.hpp"

namespace rattleback::theory {

/// Returns the root of f near x by Newton's method with the exact Jacobian, from rates along t.
/// Converged if the correction is below 1e-23. Throws std::runtime_error after 40 iterations.
Vector newton_root(Vector x,
                   std::function<VectorOf<Jet<Quad>>(VectorOf<Jet<Quad>> const&)> const& f);
/// As newton_root(), for a function of quad numbers: its Jacobian is one of central differences.
Vector root_by_differences(Vector x, std::function<Vector(Vector const&)> const& f);

/// Returns a zero of f within [a, b], at whose ends its signs differ, by the Illinois rule. Throws
/// std::runtime_error if they agree.
Quad root_between(Quad a, Quad b, std::function<Quad(Quad)> const& f);

/// Returns the derivative of sixth order in the difference at 0, of a function that itself results
/// from an iteration.
Vector difference_quotient(std::function<Vector(Quad)> const& f);

/// Returns the end of the interval from `low` on in which f holds, by bisection down to `width`: f
/// holds at `low`, not at `high`.
template <class T, class F>
T end_of(T low, T high, T width, F const& f) {
  while (high - low > width) {
    T const middle = (low + high) / 2;
    (f(middle) ? low : high) = middle;
  }
  return low;
}
/// Returns the first angle in (0, pi) at which a determinant vanishes that is positive before.
template <class F>
double first_singular_angle(F const& determinant_at) {
  auto const regular = [&](double angle) { return determinant_at(angle) > 0; };
  double low = 0;
  for (double angle = 0.005; angle < 3.14; low = angle, angle += 0.005)
    if (!regular(angle)) return end_of(low, angle, 1e-10, regular);
  return 3.14;
}

}  // namespace rattleback::theory
