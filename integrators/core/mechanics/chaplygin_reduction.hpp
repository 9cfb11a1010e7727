#pragma once
// Abelian Chaplygin reduction, derived from the Lagrangian and the constraints of a problem. On the
// shape space r, with velocities g' = -A(r) r' of the group variables:
//   l_c(r, v) = L(r, (v, -A(r) v)),
//   (dl_c/dv)' - dl_c/dr = F(r, v),   F_a = -p_g B_ab v^b,   B_ab = dA_a/dr^b - dA_b/dr^a,
// p_g = dL/dg'. F does no work. (The sign of B is that of the text of Fernandez, Bloch & Olver
// 2012; their (7) prints the opposite one.)

#include "integrators/core/method/method.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

template <class P>
inline constexpr std::remove_const_t<decltype(size_of<P> - P::constraints)> shape_size =
    size_of<P> - P::constraints;

/// Returns the configuration (r, g = 0); nothing depends on the group variables g.
template <ChaplyginSystem P, class T>
Vec<T, size_of<P>> over_shape(Vec<T, shape_size<P>> const& r) {
  Vec<T, size_of<P>> q{};
  for (int a = 0; a < shape_size<P>; ++a) q[a] = r[a];
  for (int k = length(shape_size<P>); k < size_of<P>; ++k) q[k] = T(0);
  return q;
}

/// Returns the shape part of a configuration or velocity.
template <ChaplyginSystem P, class T>
Vec<T, shape_size<P>> shape_of(Vec<T, size_of<P>> const& q) {
  Vec<T, shape_size<P>> r;
  for (int a = 0; a < shape_size<P>; ++a) r[a] = q[a];
  return r;
}

/// Returns the connection A(r), one row per group variable: g' = -A(r) r'.
template <ChaplyginSystem P, class T>
Mat<T, P::constraints, shape_size<P>> connection(P const& system, Vec<T, shape_size<P>> const& r) {
  static constexpr auto n = size_of<P>, s = shape_size<P>, m = P::constraints;
  using D = Dual<T, n>;
  auto const v = independent(Vec<T, n>{});
  auto const phi = system.constraint(cast<D>(over_shape<P>(r)), v);
  Mat<T, m, m> of_group;
  for (int k = 0; k < m; ++k)
    for (int l = 0; l < m; ++l) of_group(k, l) = phi[k].slope[s + l];
  count(system, {.solves = 1});
  Mat<T, m, s> rows;
  for (int a = 0; a < s; ++a) {
    Vec<T, m> of_shape;
    for (int k = 0; k < m; ++k) of_shape[k] = phi[k].slope[a];
    auto const column = solve_without_pivoting(of_group, of_shape);
    for (int k = 0; k < m; ++k) rows(k, a) = column[k];
  }
  return rows;
}

/// Returns the velocity (v, -A(r) v).
template <ChaplyginSystem P, class T>
Vec<T, size_of<P>> lifted_velocity(P const& system, Vec<T, shape_size<P>> const& r,
                                   Vec<T, shape_size<P>> const& v) {
  auto const xi = connection(system, r) * v;
  Vec<T, size_of<P>> full;
  for (int a = 0; a < shape_size<P>; ++a) full[a] = v[a];
  for (int k = 0; k < P::constraints; ++k) full[shape_size<P> + k] = -xi[k];
  return full;
}

/// Reduced Lagrangian l_c(r, v).
template <ChaplyginSystem P, class T>
T reduced_lagrangian(P const& system, Vec<T, shape_size<P>> const& r,
                     Vec<T, shape_size<P>> const& v) {
  return system.lagrangian(over_shape<P>(r), lifted_velocity(system, r, v));
}

/// Returns dl_c/dr + F(r, v) = L_r - p_g (dA/dt). Terms that F cancels do not appear, which
/// preserves digits near a singular connection.
template <ChaplyginSystem P, class T>
Vec<T, shape_size<P>> reduced_total_force(P const& system, Vec<T, shape_size<P>> const& r,
                                          Vec<T, shape_size<P>> const& v) {
  static constexpr auto n = size_of<P>, s = shape_size<P>, m = P::constraints;
  using A = Dual<T, 1>;
  Vec<A, s> along;
  for (int a = 0; a < s; ++a) along[a] = {r[a], Vec<T, 1>{v[a]}};
  auto const connection_along = connection(system, along);

  using G = Dual<T, s + m>;  // slots: shape coordinates, group velocities
  Vec<G, n> q = cast<G>(over_shape<P>(r)), full = cast<G>(lifted_velocity(system, r, v));
  for (int a = 0; a < s; ++a) q[a].slope[a] = T(1);
  for (int k = 0; k < m; ++k) full[s + k].slope[s + k] = T(1);
  auto const slopes = system.lagrangian(q, full).slope;
  Vec<T, s> force;
  for (int a = 0; a < s; ++a) {
    force[a] = slopes[a];
    for (int k = 0; k < m; ++k)
      force[a] = force[a] - slopes[s + k] * connection_along(k, a).slope[0];
  }
  return force;
}

}  // namespace rattleback
