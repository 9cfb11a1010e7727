#pragma once
// Products of lines, SE(2) and SO(3) that are known at run time: one class for all of them.

#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Numbers per point of a space that is known at run time.
inline constexpr Size any_coordinates{.coordinates = 1};
/// Numbers per velocity of a space that is known at run time.
inline constexpr Size any_velocities{.velocities = 1};
/// Number of constraints that is known at run time.
inline constexpr Size any_constraints{.constraints = 1};
/// R^n with n known at run time.
using AnyEuclidean = R<any_velocities>;
/// Number of constraints of a large system, see `capacity_of_large_systems`.
inline constexpr Size any_constraints_of_large{.constraints = 1, .large = true};
/// R^n of large systems.
using LargeEuclidean = R<Size{.velocities = 1, .large = true}>;

/// Product of the factors at work (see `Sizes`), of which at most one is SE(2) and at most one
/// SO(3).
/// @tparam has_chart  true for products without SO(3): their points are coordinates
template <bool has_chart>
struct AnyGroup {
  static constexpr auto size = has_chart ? any_velocities : any_coordinates;  ///< numbers per point
  static constexpr auto dof = any_velocities;  ///< numbers per velocity
  /// Point of the space.
  template <class T>
  using Point = Vec<T, size>;
  /// Left-trivialised velocity.
  template <class T>
  using Velocity = Vec<T, dof>;

  /// Returns the name of the space.
  static std::string name() {
    std::string all;
    each_whole([&]<class G>(int, int, int n) {
      all += (all.empty() ? "" : " x ") + (is_euclidean<G> ? "R^" + std::to_string(n) : G::name());
    });
    return all;
  }
  /// Returns the identity.
  template <class T>
  static Point<T> identity() {
    return point<T>([]<class G>(int, int) { return G::template identity<T>(); });
  }
  /// Returns the product a b.
  template <class T, class U>
  static auto compose(Point<T> const& a, Point<U> const& b) {
    return point<Product<T, U>>(
        [&]<class G>(int q, int) { return G::compose(point_of<G>(a, q), point_of<G>(b, q)); });
  }
  /// Returns the inverse.
  template <class T>
  static Point<T> inverse(Point<T> const& a) {
    return point<T>([&]<class G>(int q, int) { return G::inverse(point_of<G>(a, q)); });
  }
  /// Returns the derivative of the point along a left-trivialised velocity.
  template <class T, class U>
  static auto tangent(Point<T> const& g, Velocity<U> const& xi) {
    return point<Product<T, U>>(
        [&]<class G>(int q, int v) { return G::tangent(point_of<G>(g, q), part_of<G>(xi, v)); });
  }
  /// Returns the velocity of a motion with coordinate velocities `gdot`.
  template <class T, class U>
  static auto from_chart(Point<T> const& g, Point<U> const& gdot) requires has_chart {
    return velocity<Product<T, U>>([&]<class G>(int q, int) {
      return G::from_chart(point_of<G>(g, q), point_of<G>(gdot, q));
    });
  }
  /// Returns the Lie bracket [a, b].
  template <class T, class U>
  static auto bracket(Velocity<T> const& a, Velocity<U> const& b) {
    return velocity<Product<T, U>>(
        [&]<class G>(int, int v) { return G::bracket(part_of<G>(a, v), part_of<G>(b, v)); });
  }
  /// Returns ad*_xi p, with (ad*_xi p) . b = p . [xi, b].
  template <class T>
  static Velocity<T> ad_transpose(Velocity<T> const& xi, Velocity<T> const& p) {
    return velocity<T>(
        [&]<class G>(int, int v) { return G::ad_transpose(part_of<G>(xi, v), part_of<G>(p, v)); });
  }
  /// Returns Ad_g a = g a g^-1.
  template <class T, class U>
  static auto Ad(Point<T> const& g, Velocity<U> const& a) {
    return velocity<Product<T, U>>(
        [&]<class G>(int q, int v) { return G::Ad(point_of<G>(g, q), part_of<G>(a, v)); });
  }
  /// Returns (Ad_g)^T p.
  template <class T, class U>
  static auto Ad_transpose(Point<T> const& g, Velocity<U> const& p) {
    return velocity<Product<T, U>>([&]<class G>(int q, int v) {
      return G::Ad_transpose(point_of<G>(g, q), part_of<G>(p, v));
    });
  }
  /// Returns exp(xi).
  template <class T>
  static Point<T> exp(Velocity<T> const& xi) {
    return point<T>([&]<class G>(int, int v) { return G::exp(part_of<G>(xi, v)); });
  }
  /// Returns cay(xi).
  template <class T>
  static Point<T> cay(Velocity<T> const& xi) {
    return point<T>([&]<class G>(int, int v) { return G::cay(part_of<G>(xi, v)); });
  }
  /// Returns the inverse of exp.
  template <class T>
  static Velocity<T> log(Point<T> const& g) {
    return velocity<T>([&]<class G>(int q, int) { return G::log(point_of<G>(g, q)); });
  }
  /// Returns the inverse of cay.
  template <class T>
  static Velocity<T> cay_inverse(Point<T> const& g) {
    return velocity<T>([&]<class G>(int q, int) { return G::cay_inverse(point_of<G>(g, q)); });
  }
  /// Returns dexp_xi a = (D exp(xi) a) exp(xi)^-1.
  template <class T>
  static Velocity<T> dexp(Velocity<T> const& xi, Velocity<T> const& a) {
    return velocity<T>(
        [&]<class G>(int, int v) { return G::dexp(part_of<G>(xi, v), part_of<G>(a, v)); });
  }
  /// Returns dcay_xi a = (D cay(xi) a) cay(xi)^-1.
  template <class T>
  static Velocity<T> dcay(Velocity<T> const& xi, Velocity<T> const& a) {
    return velocity<T>(
        [&]<class G>(int, int v) { return G::dcay(part_of<G>(xi, v), part_of<G>(a, v)); });
  }
  /// Returns (dexp_xi)^-1 a.
  template <class T>
  static Velocity<T> dexp_inverse(Velocity<T> const& xi, Velocity<T> const& a) {
    return velocity<T>(
        [&]<class G>(int, int v) { return G::dexp_inverse(part_of<G>(xi, v), part_of<G>(a, v)); });
  }
  /// Returns (dcay_xi)^-1 a.
  template <class T>
  static Velocity<T> dcay_inverse(Velocity<T> const& xi, Velocity<T> const& a) {
    return velocity<T>(
        [&]<class G>(int, int v) { return G::dcay_inverse(part_of<G>(xi, v), part_of<G>(a, v)); });
  }
  /// Returns the transpose of (dexp_xi)^-1, applied to p.
  template <class T>
  static Velocity<T> dexp_inverse_transpose(Velocity<T> const& xi, Velocity<T> const& p) {
    return velocity<T>([&]<class G>(int, int v) {
      return G::dexp_inverse_transpose(part_of<G>(xi, v), part_of<G>(p, v));
    });
  }
  /// Returns the transpose of (dcay_xi)^-1, applied to p.
  template <class T>
  static Velocity<T> dcay_inverse_transpose(Velocity<T> const& xi, Velocity<T> const& p) {
    return velocity<T>([&]<class G>(int, int v) {
      return G::dcay_inverse_transpose(part_of<G>(xi, v), part_of<G>(p, v));
    });
  }
  /// Returns the distance of two points.
  template <class T>
  static T distance(Point<T> const& a, Point<T> const& b) {
    using std::sqrt;
    T squares(0);
    each_whole([&]<class G>(int q, int, int n) {
      T one(0);
      if constexpr (is_euclidean<G>) {
        for (int i = q; i < q + n; ++i) one = one + (b[i] - a[i]) * (b[i] - a[i]);
        one = sqrt(one);
      } else {
        one = G::distance(point_of<G>(a, q), point_of<G>(b, q));
      }
      squares = squares + one * one;
    });
    return sqrt(squares);
  }
  /// Returns the largest defect of the equations of a point.
  template <class T>
  static T defect(Point<T> const& g) {
    T sum(0);  // nan stays nan
    each([&]<class G>(int q, int) { sum = sum + defect_of_point<G>(point_of<G>(g, q)); });
    return sum;
  }

  /// Calls f<G>(q, v, n) for each factor G, whose first coordinate is q and first velocity v: R<1>
  /// for R^n.
  template <class F>
  static void each_whole(F const& f) {
    int q = 0, v = 0;
    for (auto const& factor : sizes_at_work.factors) {
      switch (factor.kind) {
        case Factor::euclidean:
          f.template operator()<R<1>>(q, v, factor.n);
          q += factor.n, v += factor.n;
          break;
        case Factor::se2:
          f.template operator()<SE2>(q, v, 1);
          q += 3, v += 3;
          break;
        case Factor::so3:
          if constexpr (!has_chart) f.template operator()<SO3>(q, v, 1);
          q += 9, v += 3;
          break;
        default:
          break;  // refused when a problem is read
      }
    }
  }
  /// Calls f<G>(q, v) for each factor G, and n times for R^n.
  template <class F>
  static void each(F const& f) {
    each_whole([&]<class G>(int q, int v, int n) {
      for (int i = 0; i < n; ++i) f.template operator()<G>(q + i, v + i);
    });
  }
  /// Returns the coordinates of factor G from q on.
  template <class G, class T>
  static Vec<T, G::size> point_of(Point<T> const& g, int q) {
    Vec<T, G::size> r;
    for (int i = 0; i < G::size; ++i) r[i] = g[q + i];
    return r;
  }
  /// Returns the velocities of factor G from v on.
  template <class G, class T>
  static Vec<T, G::dof> part_of(Velocity<T> const& xi, int v) {
    Vec<T, G::dof> r;
    for (int i = 0; i < G::dof; ++i) r[i] = xi[v + i];
    return r;
  }

 private:
  template <class T, class U>
  using Product = std::remove_cvref_t<decltype(std::declval<T>() * std::declval<U>())>;
  /// The point whose factors `part` returns.
  template <class T, class F>
  static Point<T> point(F const& part) {
    Point<T> all;
    each([&]<class G>(int q, int v) {
      auto const one = part.template operator()<G>(q, v);
      for (int i = 0; i < G::size; ++i) all[q + i] = T(one[i]);
    });
    return all;
  }
  /// The velocity whose factors `part` returns.
  template <class T, class F>
  static Velocity<T> velocity(F const& part) {
    Velocity<T> all;
    each([&]<class G>(int q, int v) {
      auto const one = part.template operator()<G>(q, v);
      for (int i = 0; i < G::dof; ++i) all[v + i] = T(one[i]);
    });
    return all;
  }
};

}  // namespace rattleback
