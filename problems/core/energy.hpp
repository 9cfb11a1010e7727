#pragma once

#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Energy of any Lagrangian, E = dL/dv . v - L.
template <class P, class T>
T energy(P const& system, Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v) {
  // One derivative along v itself gives dL/dv . v.
  Vec<Dual<T, 1>, dof_of<P>> scaled;
  for (int i = 0; i < dof_of<P>; ++i) scaled[i] = {v[i], Vec<T, 1>{v[i]}};
  auto const l = lagrangian_of(system, cast<Dual<T, 1>>(q), scaled);
  return l.slope[0] - l.value;
}

/// Recomputes the velocities that the constraints determine from the others. The constraints are
/// affine in v, so the coefficients come from derivatives and the solve is exact.
/// @return false when the constraints do not determine them at q.
template <class P, class T>
bool complete_velocity(P const& system, Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>>& v) {
  static constexpr auto m = P::constraints;
  using D = Dual<T, m>;
  Vec<D, dof_of<P>> w = cast<D>(v);
  for (int j = 0; j < m; ++j) {
    int const k = system.dependent_velocities[j];
    w[k] = {T(0), unit<T, m>(j)};
  }
  auto const phi = constraint_of(system, cast<D>(q), w);
  Mat<T, m, m> coefficients;
  Vec<T, m> rest;
  for (int i = 0; i < m; ++i) {
    coefficients.row[i] = phi[i].slope;
    rest[i] = -phi[i].value;
  }
  auto const solved = solve(coefficients, rest);
  if (solved.singular) return false;
  for (int j = 0; j < m; ++j) v[system.dependent_velocities[j]] = solved.x[j] + T(0);  // no -0
  return true;
}

}  // namespace rattleback
