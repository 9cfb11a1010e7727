#pragma once
// Configuration spaces. Points are flat arrays; velocities are left-trivialised (on R^n: qdot).

#include <concepts>
#include <string>

#include "problems/core/vec.hpp"

namespace rattleback {

/// What derived equations ask of a space: `size` numbers a point, `dof` numbers a velocity,
/// tangent(g, xi) = dg/dt along xi, and ad_transpose(xi, p) = ad*_xi p (dof).
template <class G>
concept ConfigurationSpace = requires(Vec<double, G::size> g, Vec<double, G::dof> xi) {
  { G::tangent(g, xi) } -> std::same_as<Vec<double, G::size>>;
  { G::ad_transpose(xi, xi) } -> std::same_as<Vec<double, G::dof>>;
  {G::name()};
};

/// Euclidean space.
template <int N>
struct R {
  static constexpr int size = N, dof = N;
  static std::string name() { return "R^" + std::to_string(N); }
  template <class T, class U>
  static Vec<U, N> tangent(Vec<T, N> const&, Vec<U, N> const& xi) {
    return xi;
  }
  template <class T>
  static Vec<T, N> ad_transpose(Vec<T, N> const&, Vec<T, N> const&) {
    return 0 * Vec<T, N>{};
  }
};

}  // namespace rattleback
