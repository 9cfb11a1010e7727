#pragma once

#include <fmt/format.h>

#include <string>

#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Rotations R together with the direction gamma = R^T e3 that bodies in a gravity field see: the
/// action of SO(3) on the sphere, together with the rotation itself. A point is (gamma, R row by
/// row), a velocity w is the body angular velocity,
///   gamma' = gamma x w,   R' = R hat(w).
/// A group isomorphic to SO(3): (gamma_a, a) (gamma_b, b) = (b^T gamma_a, a b).
struct DirectedRotation : private SO3 {
  static constexpr int size = 12;  ///< numbers per point
  static constexpr int dof = 3;    ///< numbers per velocity
  /// Returns the name of the space.
  static std::string name() { return "S^2 x SO(3)"; }

  /// Returns the point (R^T e3, R).
  template <class T>
  static Vec<T, 12> with_direction(Vec<T, 9> const& R) {
    return joined(tail<3>(R), R);
  }
  /// Returns the rotation R.
  template <class T>
  static Vec<T, 9> rotation(Vec<T, 12> const& g) {
    return tail<9>(g);
  }
  /// @{
  /// Operation of a group: see LieGroup.
  template <class T>
  static Vec<T, 12> identity() {
    return with_direction(SO3::identity<T>());
  }
  template <class T, class U>
  static auto compose(Vec<T, 12> const& a, Vec<U, 12> const& b) {
    return joined(SO3::Ad_transpose(rotation(b), head<3>(a)),
                  SO3::compose(rotation(a), rotation(b)));
  }
  template <class T>
  static Vec<T, 12> inverse(Vec<T, 12> const& a) {
    return with_direction(SO3::inverse(rotation(a)));
  }
  template <class T, class U>
  static auto tangent(Vec<T, 12> const& g, Vec<U, 3> const& w) {
    return joined(cross(head<3>(g), w), SO3::tangent(rotation(g), w));
  }
  /// Returns why the numbers are not a point; they have a defect above the tolerance.
  template <class T>
  static std::string what_is_wrong(Vec<T, 12> const& g, double tolerance) {
    auto const gamma = head<3>(g);
    double const length = std::sqrt(static_cast<double>(dot(gamma, gamma)));
    if (!(std::abs(length - 1) <= tolerance))
      return fmt::format("gamma is not on the unit sphere, its length is {:.10g}", length);
    bool const turns = static_cast<double>(SO3::defect(rotation(g))) <= tolerance;
    return turns ? "gamma is not R^T e3, the third row of R" : "its matrix is not a rotation";
  }
  template <class T>
  static T defect(Vec<T, 12> const& g) {
    using std::abs;
    T largest = SO3::defect(rotation(g));
    for (int i = 0; i < 3; ++i) {
      T const off = abs(g[i] - g[9 + i]);
      if (!(off <= largest)) largest = off;  // nan stays nan
    }
    return largest;
  }

  // The algebra, and the tangents of the retractions, are those of SO(3).
  using SO3::bracket, SO3::ad_transpose, SO3::dexp, SO3::dcay, SO3::dexp_inverse, SO3::dcay_inverse,
      SO3::dexp_inverse_transpose, SO3::dcay_inverse_transpose;
  template <class T, class U>
  static auto Ad(Vec<T, 12> const& g, Vec<U, 3> const& a) {
    return SO3::Ad(rotation(g), a);
  }
  template <class T, class U>
  static auto Ad_transpose(Vec<T, 12> const& g, Vec<U, 3> const& p) {
    return SO3::Ad_transpose(rotation(g), p);
  }
  template <class T>
  static Vec<T, 12> exp(Vec<T, 3> const& w) {
    return with_direction(SO3::exp(w));
  }
  template <class T>
  static Vec<T, 12> cay(Vec<T, 3> const& w) {
    return with_direction(SO3::cay(w));
  }
  template <class T>
  static Vec<T, 3> log(Vec<T, 12> const& g) {
    return SO3::log(rotation(g));
  }
  template <class T>
  static Vec<T, 3> cay_inverse(Vec<T, 12> const& g) {
    return SO3::cay_inverse(rotation(g));
  }
  template <class T>
  static T distance(Vec<T, 12> const& a, Vec<T, 12> const& b) {
    return SO3::distance(rotation(a), rotation(b));
  }
  /// @}
};

}  // namespace rattleback
