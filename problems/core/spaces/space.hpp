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

/// A group with two retractions tau: exp, and Cayley's map cay. dtau_inverse_transpose(xi, p) is
/// the dual of the inverse of their right-trivialised tangent.
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
  /// Returns the identity.
  template <class T>
  static Vec<T, N> identity() {
    return T(0) * Vec<T, N>{};
  }
  /// Returns the product a b.
  template <class T, class U>
  static auto compose(Vec<T, N> const& a, Vec<U, N> const& b) {
    return a + b;
  }
  /// Returns the inverse.
  template <class T>
  static Vec<T, N> inverse(Vec<T, N> const& a) {
    return -a;
  }
  /// Returns the derivative of the point along a left-trivialised velocity.
  template <class T, class U>
  static Vec<U, N> tangent(Vec<T, N> const&, Vec<U, N> const& xi) {
    return xi;
  }
  /// Returns the velocity of a motion with coordinate velocities `gdot`.
  template <class T, class U>
  static Vec<U, N> from_chart(Vec<T, N> const&, Vec<U, N> const& qdot) {
    return qdot;
  }
  /// Returns the Lie bracket [a, b].
  template <class T, class U>
  static auto bracket(Vec<T, N> const& a, Vec<U, N> const&) {
    return T(0) * a;
  }
  /// Returns ad*_xi p, with (ad*_xi p) . b = p . [xi, b].
  template <class T>
  static Vec<T, N> ad_transpose(Vec<T, N> const&, Vec<T, N> const&) {
    return identity<T>();
  }
  /// Returns Ad_g a = g a g^-1.
  template <class T, class U>
  static Vec<U, N> Ad(Vec<T, N> const&, Vec<U, N> const& a) {
    return a;
  }
  /// Returns (Ad_g)^T p.
  template <class T, class U>
  static Vec<U, N> Ad_transpose(Vec<T, N> const&, Vec<U, N> const& p) {
    return p;
  }
  // Both retractions and their inverses are the identity, and so are their tangents.
  /// Returns exp(xi).
  template <class T>
  static Vec<T, N> exp(Vec<T, N> const& xi) {
    return xi;
  }
  /// Returns cay(xi).
  template <class T>
  static Vec<T, N> cay(Vec<T, N> const& xi) {
    return xi;
  }
  /// Returns the inverse of exp.
  template <class T>
  static Vec<T, N> log(Vec<T, N> const& g) {
    return g;
  }
  /// Returns the inverse of cay.
  template <class T>
  static Vec<T, N> cay_inverse(Vec<T, N> const& g) {
    return g;
  }
  /// Returns dexp_xi a = (D exp(xi) a) exp(xi)^-1.
  template <class T>
  static Vec<T, N> dexp(Vec<T, N> const&, Vec<T, N> const& a) {
    return a;
  }
  /// Returns dcay_xi a = (D cay(xi) a) cay(xi)^-1.
  template <class T>
  static Vec<T, N> dcay(Vec<T, N> const&, Vec<T, N> const& a) {
    return a;
  }
  /// Returns (dexp_xi)^-1 a.
  template <class T>
  static Vec<T, N> dexp_inverse(Vec<T, N> const&, Vec<T, N> const& a) {
    return a;
  }
  /// Returns (dcay_xi)^-1 a.
  template <class T>
  static Vec<T, N> dcay_inverse(Vec<T, N> const&, Vec<T, N> const& a) {
    return a;
  }
  /// Returns the transpose of (dexp_xi)^-1, applied to p.
  template <class T>
  static Vec<T, N> dexp_inverse_transpose(Vec<T, N> const&, Vec<T, N> const& p) {
    return p;
  }
  /// Returns the transpose of (dcay_xi)^-1, applied to p.
  template <class T>
  static Vec<T, N> dcay_inverse_transpose(Vec<T, N> const&, Vec<T, N> const& p) {
    return p;
  }
  /// Returns the distance of two points.
  template <class T>
  static T distance(Vec<T, N> const& a, Vec<T, N> const& b) {
    using std::sqrt;
    return sqrt(dot(b - a, b - a));
  }
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
