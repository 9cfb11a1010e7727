#pragma once
// SO(3) and SE(2) in quad precision: a rotation is nine numbers row by row, a planar motion is
// (theta, x, y), as in the paper.

#include "experiments/theory/old_quad_algebra.hpp"

namespace rattleback::theory::old {

inline Numbers part(Numbers const& a, std::size_t from, std::size_t count) {
  return {a.begin() + long(from), a.begin() + long(from + count)};
}
inline Numbers together(Numbers a, Numbers const& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
inline Numbers together(Numbers const& a, Numbers const& b, Numbers const& c) {
  return together(together(a, b), c);
}

/// 3 x 3 matrices, row by row.
inline Numbers product(Numbers const& a, Numbers const& b) {
  Numbers c(9, Q(0));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}
inline Numbers transposed(Numbers const& a) {
  return {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
}
inline Numbers applied(Numbers const& a, Numbers const& v) {
  return {dot(part(a, 0, 3), v), dot(part(a, 3, 3), v), dot(part(a, 6, 3), v)};
}
inline Q trace_of_product(Numbers const& a, Numbers const& b) { return dot(a, transposed(b)); }
inline Numbers identity_matrix() { return {1, 0, 0, 0, 1, 0, 0, 0, 1}; }
inline Numbers diagonal(Q a, Q b, Q c) { return {a, 0, 0, 0, b, 0, 0, 0, c}; }
inline Numbers cross(Numbers const& a, Numbers const& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Numbers hat(Numbers const& w) { return {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0}; }
/// axial(S) of the antisymmetric part, times 2: (S32 - S23, S13 - S31, S21 - S12).
inline Numbers twice_axial(Numbers const& S) { return {S[7] - S[5], S[2] - S[6], S[3] - S[1]}; }

/// The rotation with Rodrigues' vector sigma = tan(angle/2) n.
inline Numbers rodrigues(Numbers const& sigma) {
  Q const s = dot(sigma, sigma), scale = 2 / (1 + s);
  auto const X = hat(sigma);
  return sum(identity_matrix(), sum(times(scale, X), times(scale, product(X, X))));
}
/// A curve of rotations through 1 with velocity w at t = 1, that is rodrigues(t w/2).
inline Numbers turned_by(Numbers const& w) { return rodrigues(times(0.5Q, w)); }

/// Planar motions (theta, x, y).
inline Numbers planar_product(Numbers const& a, Numbers const& b) {
  Q const c = cosq(a[0]), s = sinq(a[0]);
  return {a[0] + b[0], a[1] + c * b[1] - s * b[2], a[2] + s * b[1] + c * b[2]};
}
inline Numbers planar_inverse(Numbers const& a) {
  Q const c = cosq(a[0]), s = sinq(a[0]);
  return {-a[0], -c * a[1] - s * a[2], s * a[1] - c * a[2]};
}
/// exp(omega, v1, v2) of section 4.3.2.
inline Numbers planar_exp(Numbers const& xi) {
  Q const w = xi[0], half = sinq(w / 2);
  Q const S = absolute(w) < 1e-9Q ? 1 - w * w / 6 : sinq(w) / w;
  Q const V = absolute(w) < 1e-9Q ? w / 2 : 2 * half * half / w;
  return {w, S * xi[1] - V * xi[2], V * xi[1] + S * xi[2]};
}
/// The planar motion from one placement (x, y, theta) of a catalogue's body to the next.
inline Numbers planar_increment(Numbers const& from, Numbers const& to) {
  return planar_product(planar_inverse({from[2], from[0], from[1]}), {to[2], to[0], to[1]});
}
/// The matrix of a planar motion.
inline Numbers planar_matrix(Numbers const& a) {
  Q const c = cosq(a[0]), s = sinq(a[0]);
  return {c, -s, a[1], s, c, a[2], 0, 0, 1};
}

/// The first angle in (0, pi) at which a determinant that is positive before it vanishes.
template <class F>
double first_singular_angle(F const& determinant_at) {
  auto const regular = [&](double angle) { return determinant_at(angle) > 0; };
  double low = 0;
  for (double angle = 0.005; angle < 3.14; low = angle, angle += 0.005)
    if (!regular(angle)) return end_of(low, angle, 1e-10, regular);
  return 3.14;
}

/// A Lie group whose elements are `size` numbers.
struct Group {
  std::size_t size;
  Numbers (*identity)();
  Numbers (*product)(Numbers const&, Numbers const&);
  Numbers (*inverse)(Numbers const&);
  Numbers (*curve)(Numbers const&);  ///< through the identity, with this velocity at t = 1
};
inline Group rotations() { return {9, identity_matrix, product, transposed, turned_by}; }
inline Group planar_motions() {
  return {3, [] { return Numbers(3, Q(0)); }, planar_product, planar_inverse, planar_exp};
}

}  // namespace rattleback::theory::old
