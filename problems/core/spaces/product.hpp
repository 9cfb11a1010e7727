#pragma once
// Products of spaces, and groups with reversed multiplication.

#include "problems/core/spaces/space.hpp"

namespace rattleback {

/// Product space A x B, also of products.
template <class A, class B>
struct Product {
  static constexpr int size = A::size + B::size;  ///< numbers per point
  static constexpr int dof = A::dof + B::dof;     ///< numbers per velocity
  /// Returns the name of the space.
  static std::string name() { return A::name() + " x " + B::name(); }

  /// Returns the identity.
  template <class T>
  static Vec<T, size> identity() {
    return joined(A::template identity<T>(), B::template identity<T>());
  }
  /// Returns the product a b.
  template <class T, class U>
  static auto compose(Vec<T, size> const& a, Vec<U, size> const& b) {
    return joined(A::compose(first(a), first(b)), B::compose(second(a), second(b)));
  }
  /// Returns the inverse.
  template <class T>
  static Vec<T, size> inverse(Vec<T, size> const& a) {
    return joined(A::inverse(first(a)), B::inverse(second(a)));
  }
  /// Returns the derivative of the point along a left-trivialised velocity.
  template <class T, class U>
  static auto tangent(Vec<T, size> const& g, Vec<U, dof> const& xi) {
    return joined(A::tangent(first(g), of_first(xi)), B::tangent(second(g), of_second(xi)));
  }
  /// Returns the velocity of a motion with coordinate velocities `gdot`.
  template <class T, class U>
  static auto from_chart(Vec<T, size> const& g,
                         Vec<U, size> const& gdot) requires HasGlobalChart<A> && HasGlobalChart<B> {
    return joined(A::from_chart(first(g), first(gdot)), B::from_chart(second(g), second(gdot)));
  }
  /// Returns the Lie bracket [a, b].
  template <class T, class U>
  static auto bracket(Vec<T, dof> const& a, Vec<U, dof> const& b) {
    return joined(A::bracket(of_first(a), of_first(b)), B::bracket(of_second(a), of_second(b)));
  }
  /// Returns ad*_xi p, with (ad*_xi p) . b = p . [xi, b].
  template <class T>
  static Vec<T, dof> ad_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return joined(A::ad_transpose(of_first(xi), of_first(p)),
                  B::ad_transpose(of_second(xi), of_second(p)));
  }
  /// Returns Ad_g a = g a g^-1.
  template <class T, class U>
  static auto Ad(Vec<T, size> const& g, Vec<U, dof> const& a) {
    return joined(A::Ad(first(g), of_first(a)), B::Ad(second(g), of_second(a)));
  }
  /// Returns (Ad_g)^T p.
  template <class T, class U>
  static auto Ad_transpose(Vec<T, size> const& g, Vec<U, dof> const& p) {
    return joined(A::Ad_transpose(first(g), of_first(p)), B::Ad_transpose(second(g), of_second(p)));
  }
  /// Returns exp(xi).
  template <class T>
  static Vec<T, size> exp(Vec<T, dof> const& xi) {
    return joined(A::exp(of_first(xi)), B::exp(of_second(xi)));
  }
  /// Returns cay(xi).
  template <class T>
  static Vec<T, size> cay(Vec<T, dof> const& xi) {
    return joined(A::cay(of_first(xi)), B::cay(of_second(xi)));
  }
  /// Returns the inverse of exp.
  template <class T>
  static Vec<T, dof> log(Vec<T, size> const& g) {
    return joined(A::log(first(g)), B::log(second(g)));
  }
  /// Returns the inverse of cay.
  template <class T>
  static Vec<T, dof> cay_inverse(Vec<T, size> const& g) {
    return joined(A::cay_inverse(first(g)), B::cay_inverse(second(g)));
  }
  /// Returns dexp_xi a = (D exp(xi) a) exp(xi)^-1.
  template <class T>
  static Vec<T, dof> dexp(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return joined(A::dexp(of_first(xi), of_first(a)), B::dexp(of_second(xi), of_second(a)));
  }
  /// Returns dcay_xi a = (D cay(xi) a) cay(xi)^-1.
  template <class T>
  static Vec<T, dof> dcay(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return joined(A::dcay(of_first(xi), of_first(a)), B::dcay(of_second(xi), of_second(a)));
  }
  /// Returns (dexp_xi)^-1 a.
  template <class T>
  static Vec<T, dof> dexp_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return joined(A::dexp_inverse(of_first(xi), of_first(a)),
                  B::dexp_inverse(of_second(xi), of_second(a)));
  }
  /// Returns (dcay_xi)^-1 a.
  template <class T>
  static Vec<T, dof> dcay_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return joined(A::dcay_inverse(of_first(xi), of_first(a)),
                  B::dcay_inverse(of_second(xi), of_second(a)));
  }
  /// Returns the transpose of (dexp_xi)^-1, applied to p.
  template <class T>
  static Vec<T, dof> dexp_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return joined(A::dexp_inverse_transpose(of_first(xi), of_first(p)),
                  B::dexp_inverse_transpose(of_second(xi), of_second(p)));
  }
  /// Returns the transpose of (dcay_xi)^-1, applied to p.
  template <class T>
  static Vec<T, dof> dcay_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return joined(A::dcay_inverse_transpose(of_first(xi), of_first(p)),
                  B::dcay_inverse_transpose(of_second(xi), of_second(p)));
  }
  /// Returns the distance of two points.
  template <class T>
  static T distance(Vec<T, size> const& a, Vec<T, size> const& b) {
    using std::sqrt;
    T const in_first = A::distance(first(a), first(b)),
            in_second = B::distance(second(a), second(b));
    return sqrt(in_first * in_first + in_second * in_second);
  }
  /// Returns the largest defect of the equations of a point.
  template <class T>
  static T defect(Vec<T, size> const& g) {
    return defect_of_point<A>(first(g)) + defect_of_point<B>(second(g));  // nan stays nan
  }

 private:
  template <class T>
  static Vec<T, A::size> first(Vec<T, size> const& g) {
    return head<A::size>(g);
  }
  template <class T>
  static Vec<T, B::size> second(Vec<T, size> const& g) {
    return tail<B::size>(g);
  }
  template <class T>
  static Vec<T, A::dof> of_first(Vec<T, dof> const& xi) {
    return head<A::dof>(xi);
  }
  template <class T>
  static Vec<T, B::dof> of_second(Vec<T, dof> const& xi) {
    return tail<B::dof>(xi);
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

  /// Returns the product a b.
  template <class T, class U>
  static auto compose(Vec<T, size> const& a, Vec<U, size> const& b) {
    return G::compose(b, a);
  }
  /// Returns the derivative of the point along a left-trivialised velocity.
  template <class T, class U>
  static auto tangent(Vec<T, size> const& g, Vec<U, dof> const& xi) {
    return G::right_tangent(g, xi);
  }
  /// Returns the Lie bracket [a, b].
  template <class T, class U>
  static auto bracket(Vec<T, dof> const& a, Vec<U, dof> const& b) {
    return G::bracket(b, a);
  }
  /// Returns ad*_xi p, with (ad*_xi p) . b = p . [xi, b].
  template <class T>
  static Vec<T, dof> ad_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return -G::ad_transpose(xi, p);
  }
  /// Returns Ad_g a = g a g^-1.
  template <class T, class U>
  static auto Ad(Vec<T, size> const& g, Vec<U, dof> const& a) {
    return G::Ad(G::inverse(g), a);
  }
  /// Returns (Ad_g)^T p.
  template <class T, class U>
  static auto Ad_transpose(Vec<T, size> const& g, Vec<U, dof> const& p) {
    return G::Ad_transpose(G::inverse(g), p);
  }
  // Right is left: by tau(xi)^-1 = tau(-xi), the other trivialisation is the same map at -xi.
  /// Returns dexp_xi a = (D exp(xi) a) exp(xi)^-1.
  template <class T>
  static Vec<T, dof> dexp(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dexp(-xi, a);
  }
  /// Returns dcay_xi a = (D cay(xi) a) cay(xi)^-1.
  template <class T>
  static Vec<T, dof> dcay(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dcay(-xi, a);
  }
  /// Returns (dexp_xi)^-1 a.
  template <class T>
  static Vec<T, dof> dexp_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dexp_inverse(-xi, a);
  }
  /// Returns (dcay_xi)^-1 a.
  template <class T>
  static Vec<T, dof> dcay_inverse(Vec<T, dof> const& xi, Vec<T, dof> const& a) {
    return G::dcay_inverse(-xi, a);
  }
  /// Returns the transpose of (dexp_xi)^-1, applied to p.
  template <class T>
  static Vec<T, dof> dexp_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return G::dexp_inverse_transpose(-xi, p);
  }
  /// Returns the transpose of (dcay_xi)^-1, applied to p.
  template <class T>
  static Vec<T, dof> dcay_inverse_transpose(Vec<T, dof> const& xi, Vec<T, dof> const& p) {
    return G::dcay_inverse_transpose(-xi, p);
  }
  /// Returns the largest defect of the equations of a point.
  template <class T>
  static T defect(Vec<T, size> const& g) {
    return defect_of_point<G>(g);
  }
};

}  // namespace rattleback
