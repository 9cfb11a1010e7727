#pragma once
// Rigid bodies whose rotation over an interval has its axis in a plane of the body: the discrete
// momentum as an equation in that plane. With Omega = cay(sigma) = (1 + hat(sigma))(1 -
// hat(sigma))^-1, s = |sigma|^2 and the mass tensor J of the inertia I,
//   axial(Omega J - J Omega^T) = 2 (I sigma + sigma x I sigma)/(1 + s)
//   axial(J Omega - Omega^T J) = 2 (I sigma - sigma x I sigma)/(1 + s)
// are h times the momenta at either end of the interval.

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/solve/continuation.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Orthonormal f1, f2 with f1 x f2 along `axis`.
template <class S>
std::array<Vec<S, 3>, 2> plane_across(Vec<S, 3> const& axis) {
  using std::abs, std::sqrt;
  S const length = sqrt(dot(axis, axis));
  Vec<S, 3> const a = S(1) / length * axis;
  S smallest = a[0];
  Vec<S, 3> direction = unit<S, 3>(0);
  for (int j = 1; j < 3; ++j) {
    auto const is_smaller = abs(a[j]) < abs(smallest);
    smallest = select(is_smaller, a[j], smallest);
    direction = select(is_smaller, unit<S, 3>(j), direction);
  }
  Vec<S, 3> const f = direction - smallest * a;
  Vec<S, 3> const f1 = S(1) / sqrt(dot(f, f)) * f;
  return {f1, cross(a, f1)};
}

/// sigma of the interval that begins with momentum p, on the branch of the identity.
/// Unknown: x in R^2, sigma = x1 f1 + x2 f2; with A_ij = f_i . I f_j, b_i = f_i . I a, the axis a
/// and K x = (x2, -x1),
///   A x + (b . x) K x = (h/2) (f_1 . p, f_2 . p) (1 + |x|^2)
template <class S>
struct CayleyRotation {
  Vec<S, 3> sigma;
  Outcome outcome;
  int iterations;
};
template <class S>
CayleyRotation<S> cayley_rotation(Mat<S, 3, 3> const& I, Vec<S, 3> const& axis, Vec<S, 3> const& p,
                                  S h) {
  auto const f = plane_across(axis);
  auto const normal = cross(f[0], f[1]);
  Mat<S, 2, 2> A;
  Vec<S, 2> b, P;
  for (int i = 0; i < 2; ++i) {
    auto const If = I * f[i];
    for (int j = 0; j < 2; ++j) A(i, j) = dot(f[j], If);
    b[i] = dot(normal, If);
    P[i] = h / S(2) * dot(f[i], p);
  }
  auto const residual = [&](auto const& x, S const& t) {
    using T = std::remove_cvref_t<decltype(x[0])>;
    Vec<T, 2> const Kx{x[1], -x[0]};
    return A * x + dot(b, x) * Kx - (S(1) + dot(x, x)) * cast<T>(t * P);
  };
  auto const root = continued_root<S, 2>(residual, S(1));
  return {root.x[0] * f[0] + root.x[1] * f[1], root.outcome, root.iterations};
}

/// The mass matrix in the number type S.
template <class S, class P>
Mat<S, 3, 3> inertia_of(P const& system) {
  auto const stated = constant_mass_matrix(system);
  Mat<S, 3, 3> I;
  for (int i = 0; i < 3; ++i) I.row[i] = cast<S>(stated.row[i]);
  return I;
}

}  // namespace rattleback
