#pragma once
// Products of spaces, and groups with reversed multiplication.

#include "problems/core/spaces/space.hpp"

namespace rattleback {

/// Factor G of a product, with first coordinate q and first velocity v: numbers, or constants that
/// let the compiler unroll.
template <class G, class Q, class V>
struct FactorAt : G {
  Q q;  ///< first coordinate
  V v;  ///< first velocity
  /// Returns the coordinates of the factor.
  template <class T, auto M>
  Vec<T, G::size> point(Vec<T, M> const& g) const {
    return part_from<G::size>(g, q);
  }
  /// Returns the velocities of the factor.
  template <class T, auto M>
  Vec<T, G::dof> velocity(Vec<T, M> const& xi) const {
    return part_from<G::dof>(xi, v);
  }
};

/// Operations of a product D of groups, factor by factor. D::each calls f<G>(q, v) for each factor.
template <class D, auto Size, auto Dof, bool has_chart>
struct FactorWise {
  static constexpr auto size = Size;        ///< numbers per point
  static constexpr auto dof = Dof;          ///< numbers per velocity
  static constexpr bool is_product = true;  ///< true for spaces with factors

  /// @cond
  // Operations of a group: see LieGroup.
  template <class T>
  static Vec<T, size> identity() {
    return point_of<T>([](auto const& f) { return f.template identity<T>(); });
  }
  template <class T, class U>
  static auto compose(Vec<T, size> const& a, Vec<U, size> const& b) {
    return point_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.compose(f.point(a), f.point(b)); });
  }
  template <class T>
  static Vec<T, size> inverse(Vec<T, size> const& a) {
    return point_of<T>([&](auto const& f) { return f.inverse(f.point(a)); });
  }
  template <class T, class U>
  static auto tangent(Vec<T, size> const& g, Vec<U, dof> const& xi) {
    return point_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.tangent(f.point(g), f.velocity(xi)); });
  }
  template <class T, class U>
  static auto from_chart(Vec<T, size> const& g, Vec<U, size> const& gdot) requires has_chart {
    return velocity_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.from_chart(f.point(g), f.point(gdot)); });
  }
  template <class T, class U>
  static auto bracket(Vec<T, dof> const& a, Vec<U, dof> const& b) {
    return velocity_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.bracket(f.velocity(a), f.velocity(b)); });
  }
  template <class T>
  static Vec<T, dof> ad_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return velocity_of<T>(
        [&](auto const& f) { return f.ad_transpose(f.velocity(xi), f.velocity(p)); });
  }
  template <class T, class U>
  static auto Ad(Vec<T, size> const& g, Vec<U, dof> const& a) {
    return velocity_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.Ad(f.point(g), f.velocity(a)); });
  }
  template <class T, class U>
  static auto Ad_transpose(Vec<T, size> const& g, Vec<U, dof> const& p) {
    return velocity_of<ProductOf<T, U>>(
        [&](auto const& f) { return f.Ad_transpose(f.point(g), f.velocity(p)); });
  }
  template <class T>
  static Vec<T, size> exp(Vec<T, dof> const& xi) {
    return point_of<T>([&](auto const& f) { return f.exp(f.velocity(xi)); });
  }
  template <class T>
  static Vec<T, size> cay(Vec<T, dof> const& xi) {
    return point_of<T>([&](auto const& f) { return f.cay(f.velocity(xi)); });
  }
  template <class T>
  static Vec<T, dof> log(Vec<T, size> const& g) {
    return velocity_of<T>([&](auto const& f) { return f.log(f.point(g)); });
  }
  template <class T>
  static Vec<T, dof> cay_inverse(Vec<T, size> const& g) {
    return velocity_of<T>([&](auto const& f) { return f.cay_inverse(f.point(g)); });
  }
  template <class T>
  static Vec<T, dof> dexp(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return velocity_of<T>([&](auto const& f) { return f.dexp(f.velocity(xi), f.velocity(a)); });
  }
  template <class T>
  static Vec<T, dof> dcay(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return velocity_of<T>([&](auto const& f) { return f.dcay(f.velocity(xi), f.velocity(a)); });
  }
  template <class T>
  static Vec<T, dof> dexp_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return velocity_of<T>(
        [&](auto const& f) { return f.dexp_inverse(f.velocity(xi), f.velocity(a)); });
  }
  template <class T>
  static Vec<T, dof> dcay_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return velocity_of<T>(
        [&](auto const& f) { return f.dcay_inverse(f.velocity(xi), f.velocity(a)); });
  }
  template <class T>
  static Vec<T, dof> dexp_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return velocity_of<T>(
        [&](auto const& f) { return f.dexp_inverse_transpose(f.velocity(xi), f.velocity(p)); });
  }
  template <class T>
  static Vec<T, dof> dcay_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return velocity_of<T>(
        [&](auto const& f) { return f.dcay_inverse_transpose(f.velocity(xi), f.velocity(p)); });
  }
  template <class T>
  static T defect(Vec<T, size> const& g) {
    T sum(0);  // nan stays nan
    D::each(
        [&]<class G>(auto q, auto) { sum = sum + defect_of_point<G>(part_from<G::size>(g, q)); });
    return sum;
  }
  /// @endcond

 private:
  template <class T, class U>
  using ProductOf = std::remove_cvref_t<decltype(std::declval<T>() * std::declval<U>())>;
  /// The point whose factors `part` returns.
  template <class T, class F>
  static Vec<T, size> point_of(F const& part) {
    Vec<T, size> all;
    D::each([&]<class G>(auto q, auto v) {
      auto const one = part(FactorAt<G, decltype(q), decltype(v)>{{}, q, v});
      for (int i = 0; i < G::size; ++i) all[q + i] = T(one[i]);
    });
    return all;
  }
  /// The velocity whose factors `part` returns.
  template <class T, class F>
  static Vec<T, dof> velocity_of(F const& part) {
    Vec<T, dof> all;
    D::each([&]<class G>(auto q, auto v) {
      auto const one = part(FactorAt<G, decltype(q), decltype(v)>{{}, q, v});
      for (int i = 0; i < G::dof; ++i) all[v + i] = T(one[i]);
    });
    return all;
  }
};

/// Product space A x B, also of products.
template <class A, class B>
struct Product : FactorWise<Product<A, B>, A::size + B::size, A::dof + B::dof,
                            HasGlobalChart<A> && HasGlobalChart<B>> {
  /// Returns the name of the space.
  static std::string name() { return A::name() + " x " + B::name(); }

  /// Returns the distance of two points.
  template <class T, auto size>
  static T distance(Vec<T, size> const& a, Vec<T, size> const& b) {
    using std::sqrt;
    T const in_first = A::distance(head<A::size>(a), head<A::size>(b)),
            in_second = B::distance(tail<B::size>(a), tail<B::size>(b));
    return sqrt(in_first * in_first + in_second * in_second);
  }

  /// Calls f<G>(q, v) for both factors G, whose first coordinate is q and first velocity v.
  template <class F>
  static void each(F const& f) {
    std::integral_constant<int, 0> const start;
    f.template operator()<A>(start, start);
    f.template operator()<B>(std::integral_constant<int, A::size>(),
                             std::integral_constant<int, A::dof>());
  }
};

/// Group G with reversed multiplication: its velocities are the right-trivialised (spatial)
/// velocities of G, dg/dt = xi g.
template <class G>
struct Opposite : private G {
  using G::exp, G::cay, G::log, G::cay_inverse;
  using G::size, G::dof, G::identity, G::inverse, G::distance;
  /// Returns the name of the space.
  static std::string name() { return G::name() + " read from the right"; }

  /// @{
  /// Operation of a group: see LieGroup.
  template <class T, class U>
  static auto compose(Vec<T, size> const& a, Vec<U, size> const& b) {
    return G::compose(b, a);
  }
  template <class T, class U>
  static auto tangent(Vec<T, size> const& g, Vec<U, dof> const& xi) {
    return G::right_tangent(g, xi);
  }
  template <class T, class U>
  static auto bracket(Vec<T, dof> const& a, Vec<U, dof> const& b) {
    return G::bracket(b, a);
  }
  template <class T>
  static Vec<T, dof> ad_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return -G::ad_transpose(xi, p);
  }
  template <class T, class U>
  static auto Ad(Vec<T, size> const& g, Vec<U, dof> const& a) {
    return G::Ad(G::inverse(g), a);
  }
  template <class T, class U>
  static auto Ad_transpose(Vec<T, size> const& g, Vec<U, dof> const& p) {
    return G::Ad_transpose(G::inverse(g), p);
  }
  // Right is left: by tau(xi)^-1 = tau(-xi), the other trivialisation is the same map at -xi.
  template <class T>
  static Vec<T, dof> dexp(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dexp(-xi, a);
  }
  template <class T>
  static Vec<T, dof> dcay(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dcay(-xi, a);
  }
  template <class T>
  static Vec<T, dof> dexp_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dexp_inverse(-xi, a);
  }
  template <class T>
  static Vec<T, dof> dcay_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dcay_inverse(-xi, a);
  }
  template <class T>
  static Vec<T, dof> dexp_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return G::dexp_inverse_transpose(-xi, p);
  }
  template <class T>
  static Vec<T, dof> dcay_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return G::dcay_inverse_transpose(-xi, p);
  }
  template <class T>
  static T defect(Vec<T, size> const& g) {
    return defect_of_point<G>(g);
  }
  /// @}
};

}  // namespace rattleback
