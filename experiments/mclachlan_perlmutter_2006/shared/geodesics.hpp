#pragma once
// Geodesics of S^2 x R and the finite difference maps (4.6) and (4.7) that they make, in quad
// precision.

#include <array>

#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Q = S^2 x R: points (n, z), velocities (ndot, zdot) with n . ndot = 0, the product metric.
/// A tangent vector is four numbers, a pair of points eight.
struct Tangent {
  Numbers point, vector;
};

/// Initial velocity of the geodesic from q0 to q1 in the time h, (4.6).
inline Tangent geodesic_at_start(Numbers const& q0, Numbers const& q1, Q h) {
  Q const cosine = dot(part(q0, 0, 3), part(q1, 0, 3));
  auto const chord = sum(part(q1, 0, 3), times(-cosine, part(q0, 0, 3)));
  Q const sine = sqrtq(dot(chord, chord));
  Q const scale = sine < 1e-12Q ? 1 : atan2q(sine, cosine) / sine;
  return {q0, together(times(scale / h, chord), {(q1[3] - q0[3]) / h})};
}
/// Its velocity at the middle, (4.7).
inline Tangent geodesic_at_middle(Numbers const& q0, Numbers const& q1, Q h) {
  auto const a = part(q0, 0, 3), b = part(q1, 0, 3);
  auto const total = sum(a, b), chord = sum(b, times(-1, a));
  Q const length = sqrtq(dot(total, total)), half = sqrtq(dot(chord, chord)) / 2;
  Q const scale = half < 1e-12Q ? 1 : asinq(half) / half;
  return {together(times(1 / length, total), {(q0[3] + q1[3]) / 2}),
          together(times(scale / h, chord), {(q1[3] - q0[3]) / h})};
}
using FiniteDifferenceMap = Tangent (*)(Numbers const&, Numbers const&, Q);

/// Two tangent vectors of the sphere at n that span its tangent plane.
inline std::array<Numbers, 2> frame(Numbers const& n) {
  Numbers const e = absolute(n[0]) < 0.7Q ? Numbers{1, 0, 0} : Numbers{0, 1, 0};
  auto const f = cross(n, e);
  Q const scale = 1 / sqrtq(dot(f, f));
  return {times(scale, f), times(scale, cross(n, f))};
}
/// A curve of points with the velocity eta = (two components in the frame, zdot) at t = 1.
inline Numbers moved(Numbers const& q, Numbers const& eta) {
  auto const n = part(q, 0, 3);
  auto const [f1, f2] = frame(n);
  auto const to = sum(n, sum(times(eta[0], f1), times(eta[1], f2)));
  return together(times(1 / sqrtq(dot(to, to)), to), {q[3] + eta[2]});
}

/// The constraint one-form as four numbers at a point.
using OneForm = Numbers (*)(Numbers const&);
inline Numbers contact(Numbers const& q) { return {0, -q[0], 0, 1}; }  // zdot = n1 n2dot
inline Numbers meridians(Numbers const& q) {
  return {-q[1], q[0], 0, 0};
}  // totally geodesic leaves
inline Numbers parallels(Numbers const&) { return {0, 0, 1, 0}; }  // leaves that are not

/// The geodesic from `start` after the time t.
inline Tangent geodesic(Tangent const& start, Q t) {
  auto const n = part(start.point, 0, 3), w = part(start.vector, 0, 3);
  Q const speed = sqrtq(dot(w, w));
  if (speed == 0) return {together(n, {start.point[3] + t * start.vector[3]}), start.vector};
  Q const c = cosq(t * speed), s = sinq(t * speed);
  return {together(sum(times(c, n), times(s / speed, w)), {start.point[3] + t * start.vector[3]}),
          together(sum(times(c, w), times(-s * speed, n)), {start.vector[3]})};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
