#pragma once

#include "problems/core/numbers/removable.hpp"
#include "problems/core/spaces/space.hpp"

namespace rattleback {

/// Motions of the plane. A point is (x, y, theta) with theta a real lift; a velocity is (v1, v2, w)
/// in the body frame. Retractions and trivialised tangents as in SO3, with the 3 x 3 matrices of
/// the group; Cayley's map reaches |theta| < pi.
struct SE2 {
  static constexpr int size = 3;  ///< numbers per point
  static constexpr int dof = 3;   ///< numbers per velocity
  /// Returns the name of the space.
  static std::string name() { return "SE(2)"; }

  /// @{
  /// Operation of a group: see LieGroup.
  template <class T>
  static Vec<T, 3> identity() {
    return {T(0), T(0), T(0)};
  }
  template <class T, class U>
  static auto compose(Vec<T, 3> const& a, Vec<U, 3> const& b) {
    auto const moved = tangent(a, b);
    return Vec<std::remove_cvref_t<decltype(moved[0])>, 3>{a[0] + moved[0], a[1] + moved[1],
                                                           a[2] + b[2]};
  }
  template <class T>
  static Vec<T, 3> inverse(Vec<T, 3> const& a) {
    auto const back = tangent(Vec<T, 3>{T(0), T(0), -a[2]}, a);
    return {-back[0], -back[1], -a[2]};
  }
  template <class T, class U>
  static auto tangent(Vec<T, 3> const& g, Vec<U, 3> const& xi) {
    using std::cos, std::sin;
    auto const c = cos(g[2]), s = sin(g[2]);
    using W = std::remove_cvref_t<decltype(c * xi[0])>;
    return Vec<W, 3>{c * xi[0] - s * xi[1], s * xi[0] + c * xi[1], W(1) * xi[2]};
  }
  template <class T, class U>
  static auto right_tangent(Vec<T, 3> const& g, Vec<U, 3> const& xi) {
    return Vec<std::remove_cvref_t<decltype(g[0] * xi[0])>, 3>{
        xi[0] - xi[2] * g[1], xi[1] + xi[2] * g[0], xi[2] + T(0) * g[0]};
  }
  template <class T, class U>
  static auto from_chart(Vec<T, 3> const& g, Vec<U, 3> const& gdot) {
    return tangent(Vec<T, 3>{T(0), T(0), -g[2]}, gdot);
  }
  template <class T, class U>
  static auto bracket(Vec<T, 3> const& a, Vec<U, 3> const& b) {
    using W = std::remove_cvref_t<decltype(a[0] * b[0])>;
    return Vec<W, 3>{b[2] * a[1] - a[2] * b[1], a[2] * b[0] - b[2] * a[0], W(0)};
  }
  template <class T>
  static Vec<T, 3> ad_transpose(Vec<T, 3> const& xi, Vec<T, 3> const& p) {
    return {xi[2] * p[1], -xi[2] * p[0], xi[1] * p[0] - xi[0] * p[1]};
  }
  template <class T, class U>
  static auto Ad(Vec<T, 3> const& g, Vec<U, 3> const& a) {
    auto r = tangent(g, a);
    r[0] = r[0] + a[2] * g[1];
    r[1] = r[1] - a[2] * g[0];
    return r;
  }
  template <class T, class U>
  static auto Ad_transpose(Vec<T, 3> const& g, Vec<U, 3> const& p) {
    auto r = tangent(Vec<T, 3>{T(0), T(0), -g[2]}, p);
    r[2] = r[2] + g[1] * p[0] - g[0] * p[1];
    return r;
  }

  template <class T>
  static Vec<T, 3> exp(Vec<T, 3> const& xi) {
    T const w = xi[2], a = sine_quotient(T(w * w)), b = w * cosine_quotient(T(w * w));
    return {a * xi[0] - b * xi[1], b * xi[0] + a * xi[1], w};
  }
  /// Returns the inverse of exp, for |theta| < 2 pi.
  template <class T>
  static Vec<T, 3> log(Vec<T, 3> const& g) {
    T const w = g[2], a = T(1) - w * w * cotangent_quotient(T(w * w)), b = w / T(2);
    return {a * g[0] + b * g[1], a * g[1] - b * g[0], w};
  }
  template <class T>
  static Vec<T, 3> cay(Vec<T, 3> const& xi) {
    using std::atan;
    T const b = xi[2] / T(2), scale = T(1) / (T(1) + b * b);
    return {scale * (xi[0] - b * xi[1]), scale * (xi[1] + b * xi[0]), T(2) * atan(b)};
  }
  /// Returns the inverse of cay, for |theta| < pi.
  template <class T>
  static Vec<T, 3> cay_inverse(Vec<T, 3> const& g) {
    using std::cos, std::sin;
    T const half = g[2] / T(2), b = sin(half) / cos(half);
    return {g[0] + b * g[1], g[1] - b * g[0], T(2) * b};
  }

  template <class T>
  static Vec<T, 3> dexp(Vec<T, 3> const& xi, Vec<T, 3> const& a) {
    T const s = xi[2] * xi[2];
    auto const once = bracket(xi, a);
    return a + cosine_quotient(s) * once + sine_remainder_quotient(s) * bracket(xi, once);
  }
  template <class T>
  static Vec<T, 3> dexp_inverse(Vec<T, 3> const& xi, Vec<T, 3> const& a) {
    auto const once = bracket(xi, a);
    return a - T(1) / T(2) * once + cotangent_quotient(T(xi[2] * xi[2])) * bracket(xi, once);
  }
  template <class T>
  static Vec<T, 3> dexp_inverse_transpose(Vec<T, 3> const& xi, Vec<T, 3> const& p) {
    auto const once = ad_transpose(xi, p);
    return p - T(1) / T(2) * once + cotangent_quotient(T(xi[2] * xi[2])) * ad_transpose(xi, once);
  }
  template <class T>
  static Vec<T, 3> dcay_inverse(Vec<T, 3> const& xi, Vec<T, 3> const& a) {
    auto const& [v1, v2, w] = xi;
    return {a[0] + w / T(2) * a[1] + (w * v1 / T(4) - v2 / T(2)) * a[2],
            a[1] - w / T(2) * a[0] + (w * v2 / T(4) + v1 / T(2)) * a[2],
            (T(1) + w * w / T(4)) * a[2]};
  }
  template <class T>
  static Vec<T, 3> dcay_inverse_transpose(Vec<T, 3> const& xi, Vec<T, 3> const& p) {
    auto const& [v1, v2, w] = xi;
    return {p[0] - w / T(2) * p[1], p[1] + w / T(2) * p[0],
            (w * v1 / T(4) - v2 / T(2)) * p[0] + (w * v2 / T(4) + v1 / T(2)) * p[1] +
                (T(1) + w * w / T(4)) * p[2]};
  }
  template <class T>
  static Vec<T, 3> dcay(Vec<T, 3> const& xi, Vec<T, 3> const& a) {
    auto const& [v1, v2, w] = xi;
    T const b = w / T(2), scale = T(1) / (T(1) + b * b);
    T const last = scale * a[2];
    T const first = a[0] - (w * v1 / T(4) - v2 / T(2)) * last;
    T const second = a[1] - (w * v2 / T(4) + v1 / T(2)) * last;
    return {scale * (first - b * second), scale * (second + b * first), last};
  }
  /// Returns the Euclidean norm of the differences of the coordinates: lengths and an angle.
  template <class T>
  static T distance(Vec<T, 3> const& a, Vec<T, 3> const& b) {
    using std::sqrt;
    auto const d = b - a;
    return sqrt(dot(d, d));
  }
  /// @}
};

}  // namespace rattleback
