#pragma once
// Roots of equations in quad precision: Newton's method, the Illinois rule and bisection.

#include <functional>

#include "experiments/theory/jet.hpp"

namespace rattleback::theory {

/// Returns the root of f near x by Newton's method with the exact Jacobian, from rates along t.
/// Converged if the correction is below 1e-23. Throws std::runtime_error after 40 iterations.
Vector newton_root(Vector x,
                   std::function<VectorOf<Jet<Quad>>(VectorOf<Jet<Quad>> const&)> const& f);
/// Returns a root as newton_root() does, with a Jacobian of central differences.
Vector root_by_differences(Vector x, std::function<Vector(Vector const&)> const& f);

/// Returns a zero of f within [a, b] by the Illinois rule. Throws std::runtime_error if the signs
/// at the ends agree.
Quad root_between(Quad a, Quad b, std::function<Quad(Quad)> const& f);

/// Returns the derivative at 0 by differences of sixth order, for functions that result from an
/// iteration.
Vector difference_quotient(std::function<Vector(Quad)> const& f);

/// Returns the end of the interval from `low` on in which f holds, by bisection to `width`.
/// Requires that f holds at `low` and not at `high`.
template <class T, class F>
T end_of(T low, T high, T width, F const& f) {
  while (high - low > width) {
    T const middle = (low + high) / 2;
    (f(middle) ? low : high) = middle;
  }
  return low;
}
/// Returns the first angle in (0, pi) at which an initially positive determinant vanishes; 3.14 if
/// none.
template <class F>
double first_singular_angle(F const& determinant_at) {
  auto const regular = [&](double angle) { return determinant_at(angle) > 0; };
  double low = 0;
  for (double angle = 0.005; angle < 3.14; low = angle, angle += 0.005)
    if (!regular(angle)) return end_of(low, angle, 1e-10, regular);
  return 3.14;
}

}  // namespace rattleback::theory
