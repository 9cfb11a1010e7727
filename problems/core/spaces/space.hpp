#pragma once
// Configuration spaces. Points are flat arrays; velocities are left-trivialised (on R^n: qdot).

#include <cmath>
#include <concepts>
#include <string>

#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// Configuration space of the derived equations: `size` numbers per point, `dof` numbers per
/// velocity,
///   tangent(g, xi) = dg/dt along xi,   ad_transpose(xi, p) = ad*_xi p  (dof).
template <class G>
concept ConfigurationSpace = requires(Vec<double, G::size> g, Vec<double, G::dof> xi) {
  { G::tangent(g, xi) } -> std::same_as<Vec<double, G::size>>;
  { G::ad_transpose(xi, xi) } -> std::same_as<Vec<double, G::dof>>;
  {G::name()};
};

/// A group with two retractions: exp, and Cayley's map cay. Its operations on points and
/// velocities:
///   identity(), compose(a, b) = a b, inverse(a), distance(a, b),
///   tangent(g, xi), the derivative of the point along a left-trivialised velocity,
///   right_tangent(g, xi), that along a right-trivialised (spatial) velocity,
///   bracket(a, b) = [a, b], ad_transpose(xi, p) = ad*_xi p, with (ad*_xi p) . b = p . [xi, b],
///   Ad(g, a) = g a g^-1, Ad_transpose(g, p) = (Ad_g)^T p,
///   exp(xi), cay(xi) and their inverses log(g), cay_inverse(g),
///   dexp(xi, a) = dexp_xi a = (D exp(xi) a) exp(xi)^-1 and dcay(xi, a) alike,
///   dexp_inverse(xi, a) = (dexp_xi)^-1 a and its transpose dexp_inverse_transpose(xi, p), for cay
///   dcay_inverse and dcay_inverse_transpose,
///   defect(g), the largest defect of the equations of a point, where a point has equations.
template <class G>
concept LieGroup = ConfigurationSpace<G> &&
    requires(Vec<double, G::size> g, Vec<double, G::dof> xi) {
  { G::template identity<double>() } -> std::same_as<Vec<double, G::size>>;
  { G::compose(g, g) } -> std::same_as<Vec<double, G::size>>;
  { G::inverse(g) } -> std::same_as<Vec<double, G::size>>;
  { G::exp(xi) } -> std::same_as<Vec<double, G::size>>;
  { G::cay(xi) } -> std::same_as<Vec<double, G::size>>;
  { G::log(g) } -> std::same_as<Vec<double, G::dof>>;
  { G::cay_inverse(g) } -> std::same_as<Vec<double, G::dof>>;
  { G::dexp_inverse_transpose(xi, xi) } -> std::same_as<Vec<double, G::dof>>;
  { G::dcay_inverse_transpose(xi, xi) } -> std::same_as<Vec<double, G::dof>>;
};

/// A space whose points are its coordinates: its velocities are linear in theirs,
/// from_chart(g, dg/dt) = xi.
template <class G>
concept HasGlobalChart = ConfigurationSpace<G> &&
                         G::size == G::dof&& requires(Vec<double, G::size> g) {
  { G::from_chart(g, g) } -> std::same_as<Vec<double, G::dof>>;
};

/// Euclidean space, a group by addition.
template <auto N>
struct R {
  static constexpr auto size = N;  ///< numbers per point
  static constexpr auto dof = N;   ///< numbers per velocity
  /// Returns the name of the space.
  static std::string name() { return "R^" + std::to_string(length(N)); }
  /// @{
  /// Operation of a group: see LieGroup.
  template <class T>
  static Vec<T, N> identity() {
    return T(0) * Vec<T, N>{};
  }
  template <class T, class U>
  static auto compose(Vec<T, N> const& a, Vec<U, N> const& b) {
    return a + b;
  }
  template <class T>
  static Vec<T, N> inverse(Vec<T, N> const& a) {
    return -a;
  }
  template <class T, class U>
  static auto bracket(Vec<T, N> const& a, Vec<U, N> const&) {
    return T(0) * a;
  }
  template <class T>
  static Vec<T, N> ad_transpose(Vec<T, N> const&, Vec<T, N> const&) {
    return identity<T>();
  }
  // Both retractions and their inverses are the identity, and so are all tangents.
  static constexpr auto exp = [](auto const& xi) { return xi; };
  static constexpr auto cay = exp, log = exp, cay_inverse = exp;
  static constexpr auto tangent = [](auto const&, auto const& xi) { return xi; };
  static constexpr auto from_chart = tangent, Ad = tangent, Ad_transpose = tangent, dexp = tangent,
                        dcay = tangent, dexp_inverse = tangent, dcay_inverse = tangent,
                        dexp_inverse_transpose = tangent, dcay_inverse_transpose = tangent;
  template <class T>
  static T distance(Vec<T, N> const& a, Vec<T, N> const& b) {
    using std::sqrt;
    return sqrt(dot(b - a, b - a));
  }
  /// @}
};

/// True if G is R^n.
template <class G>
inline constexpr bool is_euclidean = false;
/// True for R^N.
template <auto N>
inline constexpr bool is_euclidean<R<N>> = true;

/// Returns the largest defect of the equations that define a point of the space.
template <class G, class T>
T defect_of_point(Vec<T, G::size> const& g) {
  if constexpr (requires { G::defect(g); })
    return G::defect(g);
  else
    return T(0);
}

}  // namespace rattleback
