#pragma once
// Linearisation of the nonlinear bicycle about upright running, and its eigenvalues.

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>

#include "generated/bicycle.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/numbers/raw_quad.hpp"

namespace rattleback::bicycle {

template <class T>
using Matrix = Mat<T, 2, 2>;

inline RawQuad raw(Quad const& x) { return static_cast<RawQuad>(x); }
inline double raw(double x) { return x; }

inline RawQuad number_of(std::string const& text) { return read_quad(text.c_str()); }

/// M q'' + C q' + K q = 0 with q = (phi, delta).
template <class T>
struct Linearised {
  Matrix<T> M, C, K;
};

/// Returns the linearisation at a speed, from exact derivatives of the accelerations of the
/// nonlinear equations in each direction of (phi, delta, phi', delta'), where the constraints give
/// the other velocities.
template <class T>
Linearised<T> linearised(Bicycle<T> const& system, T const& speed) {
  using P = Bicycle<T>;
  using D = Dual<T, 4>;
  constexpr std::array leaning{3, 5};
  Point<P, T> upright{};
  upright.v = {speed, 0, 0, 0, 0, 0, -speed / system.rR, -speed / system.rF};
  Point<P, D> near{cast<D>(upright.q), cast<D>(upright.v)};
  for (int a = 0; a < 2; ++a) {
    near.q[leaning[a]].slope[a] = T(1);
    near.v[leaning[a]].slope[2 + a] = T(1);
  }
  complete_velocity(system, near.q, near.v);
  auto const response = accelerations_of(equation_terms(system, near)).vdot;
  auto const mass = equation_terms(system, upright).mass;
  Mat<T, 2, 8> basis;
  for (int a = 0; a < 2; ++a) {
    basis.row[a][leaning[a]] = T(1);
    complete_velocity(system, upright.q, basis.row[a]);
  }
  Linearised<T> found;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) found.M(a, b) = dot(basis.row[a], mass * basis.row[b]);
  for (int a = 0; a < 2; ++a) {
    auto const force = found.M(a, 0) * response[leaning[0]] + found.M(a, 1) * response[leaning[1]];
    found.K.row[a] = {-force.slope[0], -force.slope[1]};
    found.C.row[a] = {-force.slope[2], -force.slope[3]};
  }
  return found;
}

/// M q'' + v C1 q' + (g K0 + v^2 K2) q = 0.
template <class T>
struct Matrices {
  Matrix<T> M, C1, K0, K2;

  Linearised<T> at(T const& speed, T const& g) const {
    Linearised<T> result{M, {}, {}};
    for (int i = 0; i < 2; ++i) {
      result.C.row[i] = speed * C1.row[i];
      result.K.row[i] = g * K0.row[i] + speed * speed * K2.row[i];
    }
    return result;
  }
};

/// Returns the four matrices from linearisations without gravity and at rest.
inline Matrices<Quad> matrices_of(Bicycle<Quad> system) {
  system.g = 0;
  auto const fast = linearised(system, Quad(1));
  system.g = 1;
  return {fast.M, fast.C, linearised(system, Quad(0)).K, fast.K};
}

inline Matrix<Quad> matrix(RawQuad a, RawQuad b, RawQuad c, RawQuad d) {
  return {{{Quad(a), Quad(b)}, {Quad(c), Quad(d)}}};
}

/// Matrices as printed.
inline Matrices<Quad> printed_matrices() {
  return {
      matrix(80.81722_quad, 2.31941332208709_quad, 2.31941332208709_quad, .29784188199686_quad),
      matrix(0, 33.86641391492494_quad, -.85035641456978_quad, 1.68540397397560_quad),
      matrix(-80.95_quad, -2.59951685249872_quad, -2.59951685249872_quad, -.80329488458618_quad),
      matrix(0, 76.59734589573222_quad, 0, 2.65431523794604_quad)};
}
/// Returns these matrices to 17 digits.
inline Matrices<Quad> matrices_to_more_digits() {
  return {matrix(80.81722_quad, 2.3194133220870913_quad, 2.3194133220870913_quad,
                 .29784188199685553_quad),
          matrix(0, 33.866413914924944_quad, -.85035641456978437_quad, 1.6854039739755967_quad),
          matrix(-80.95_quad, -2.5995168524987164_quad, -2.5995168524987164_quad,
                 -.80329488458617688_quad),
          matrix(0, 76.597345895732222_quad, 0, 2.6543152379460403_quad)};
}

/// Mixed term of det(X + Y).
template <class T>
T mixed(Matrix<T> const& X, Matrix<T> const& Y) {
  return X(0, 0) * Y(1, 1) + Y(0, 0) * X(1, 1) - X(0, 1) * Y(1, 0) - Y(0, 1) * X(1, 0);
}

/// Coefficients of det(M s^2 + C s + K), the highest first.
template <class T>
std::array<T, 5> characteristic_polynomial(Linearised<T> const& l) {
  return {mixed(l.M, l.M) / T(2), mixed(l.M, l.C), mixed(l.M, l.K) + mixed(l.C, l.C) / T(2),
          mixed(l.C, l.K), mixed(l.K, l.K) / T(2)};
}

/// Roots of a polynomial of degree four, by the iteration of Durand and Kerner.
template <class T>
auto roots_of(std::array<T, 5> const& coefficients) {
  using R = decltype(raw(T()));
  using C = std::complex<R>;
  std::array<C, 4> roots;
  C const seed(R(1) / 2, R(9) / 10);
  roots[0] = R(10);
  for (int i = 1; i < 4; ++i) roots[i] = roots[i - 1] * seed;
  for (int sweep = 0; sweep < 300; ++sweep)
    for (int i = 0; i < 4; ++i) {
      C value = raw(coefficients[0]), others = raw(coefficients[0]);
      for (int k = 1; k < 5; ++k) value = value * roots[i] + C(raw(coefficients[k]));
      for (int j = 0; j < 4; ++j)
        if (j != i) others = others * (roots[i] - roots[j]);
      roots[i] = roots[i] - value / others;
    }
  return roots;
}
template <class R>
double distance(std::array<std::complex<R>, 4> const& roots, std::complex<RawQuad> const& value) {
  double nearest = INFINITY;
  for (auto const& root : roots) {
    double const re = double(root.real() - value.real()), im = double(root.imag() - value.imag());
    nearest = std::min(nearest, std::hypot(re, im));
  }
  return nearest;
}

}  // namespace rattleback::bicycle
