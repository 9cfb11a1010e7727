#pragma once
// Discrete nonholonomic Lagrangian systems (L_d, M_c, D_c) on Lie groupoids, in quad precision and
// by difference quotients: what section 3 defines, from L_d, the functions that vanish on M_c and a
// basis of D_c alone. It shares nothing with the integrators.

#include <array>
#include <functional>
#include <string>

#include "experiments/theory/old_quad_algebra.hpp"

namespace rattleback::theory::old {

/// An element of a groupoid, as numbers.
using Arrow = Numbers;

/// (L_d, M_c, D_c) on a groupoid whose algebroid has fibres R^rank. A curve h(t) of arrows that
/// leaves the unit over x with velocity eta in the fibre over x moves
///   the right end of g, beta(g) = x:   g h(t),
///   the left end of g, alpha(g) = x:   h(t)^-1 g.
struct DiscreteSystem {
  std::string name;
  int rank;
  std::function<Q(Arrow const&)> lagrangian;            ///< L_d
  std::function<Numbers(Arrow const&)> constraint;      ///< zero on M_c
  std::function<Rows(Numbers const&)> distribution;     ///< rows: a basis of D_c(x)
  std::function<Numbers(Arrow const&)> source, target;  ///< alpha, beta
  std::function<Arrow(Numbers const&)> unit;
  std::function<Arrow(Arrow const&)> inverse;
  std::function<Arrow(Arrow const&, Numbers const&)> right_moved, left_moved;  ///< by eta at t = 1
};

/// L_d without constraints.
inline DiscreteSystem unconstrained(DiscreteSystem s) {
  s.constraint = [](Arrow const&) { return Numbers{}; };
  s.distribution = [n = s.rank](Numbers const&) { return unit_vectors(n); };
  return s;
}

/// Derivative at 0, of sixth order in the difference; of a vector entry by entry.
template <class F>
auto derivative(F const& f) {
  Q const d = 1e-5Q;
  auto const quotient = [&](std::array<Q, 6> const& at) {
    return (45 * (at[0] - at[1]) - 9 * (at[2] - at[3]) + (at[4] - at[5])) / (60 * d);
  };
  std::array const values{f(d), f(-d), f(2 * d), f(-2 * d), f(3 * d), f(-3 * d)};
  if constexpr (std::is_same_v<std::decay_t<decltype(values[0])>, Numbers>) {
    Numbers rates;
    for (std::size_t i = 0; i < values[0].size(); ++i)
      rates.push_back(quotient(
          {values[0][i], values[1][i], values[2][i], values[3][i], values[4][i], values[5][i]}));
    return rates;
  } else {
    return quotient(values);
  }
}

/// d/dt L_d(g h(t)): the left-invariant field of eta on L_d.
inline Q left_field(DiscreteSystem const& s, Arrow const& g, Numbers const& eta) {
  return derivative([&](Q t) { return s.lagrangian(s.right_moved(g, times(t, eta))); });
}
/// -d/dt L_d(h(t)^-1 g): the right-invariant field of eta on L_d.
inline Q right_field(DiscreteSystem const& s, Arrow const& g, Numbers const& eta) {
  return -derivative([&](Q t) { return s.lagrangian(s.left_moved(g, times(t, eta))); });
}

/// F^-(L_d, M_c, D_c)(g) in the basis of D_c(alpha(g)), (3.1).
inline Numbers legendre_minus(DiscreteSystem const& s, Arrow const& g) {
  Numbers p;
  for (auto const& eta : s.distribution(s.source(g))) p.push_back(right_field(s, g, eta));
  return p;
}
/// F^+(L_d, M_c, D_c)(g) in the basis of D_c(beta(g)), (3.2).
inline Numbers legendre_plus(DiscreteSystem const& s, Arrow const& g) {
  Numbers p;
  for (auto const& eta : s.distribution(s.target(g))) p.push_back(left_field(s, g, eta));
  return p;
}

/// G_g(a, b) = d^2/ds dt L_d(h_a(s)^-1 g h_b(t)), (2.22).
inline Q bilinear(DiscreteSystem const& s, Arrow const& g, Numbers const& a, Numbers const& b) {
  return derivative([&](Q u) {
    auto const moved = s.left_moved(g, times(u, a));
    return derivative([&](Q t) { return s.lagrangian(s.right_moved(moved, times(t, b))); });
  });
}
/// The derivative of the constraint along the curves g h(t) (or h(t)^-1 g) as forms of eta.
template <class Moved>
Rows constraint_forms(DiscreteSystem const& s, Arrow const& g, Moved const& moved) {
  Rows slopes;
  for (auto const& eta : unit_vectors(s.rank))
    slopes.push_back(derivative([&](Q t) { return s.constraint(moved(g, times(t, eta))); }));
  return columns(slopes);
}
/// Rows: a basis of the eta over beta(g) (or alpha(g)) that move g within M_c.
inline Rows right_tangents(DiscreteSystem const& s, Arrow const& g) {
  return null_space(constraint_forms(s, g, s.right_moved), s.rank);
}
inline Rows left_tangents(DiscreteSystem const& s, Arrow const& g) {
  return null_space(constraint_forms(s, g, s.left_moved), s.rank);
}
/// Matrix of G_g on D_c(alpha(g)) times the tangents on the right, and on the tangents on the left
/// times D_c(beta(g)): F^- (F^+) is a local diffeomorphism where its determinant is not zero.
inline Rows right_regularity(DiscreteSystem const& s, Arrow const& g) {
  return table_of(s.distribution(s.source(g)), right_tangents(s, g),
                  [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
}
inline Rows left_regularity(DiscreteSystem const& s, Arrow const& g) {
  return table_of(left_tangents(s, g), s.distribution(s.target(g)),
                  [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
}

/// The covector eta -> eta^L(g)(L_d) - eta^R(h)(L_d) of a composable pair, in unit vectors.
inline Numbers euler_lagrange(DiscreteSystem const& s, Arrow const& g, Arrow const& h) {
  Numbers covector;
  for (auto const& e : unit_vectors(s.rank))
    covector.push_back(left_field(s, g, e) - right_field(s, h, e));
  return covector;
}
/// Its largest value on the basis of D_c, over the size of the covector.
inline double rest_on_distribution(DiscreteSystem const& s, Arrow const& g,
                                   Numbers const& covector) {
  Numbers values;
  for (auto const& d : s.distribution(s.target(g))) values.push_back(dot(d, covector));
  return double(largest(values) / largest(covector));
}

/// An element of M_c near the unit over x with F^- = p (or of the whole groupoid over x, where the
/// first rank - r equations are phi = 0), by Newton's method from the unit.
inline Arrow arrow_of_momentum(DiscreteSystem const& s, Numbers const& x, Numbers const& p) {
  auto const unit = s.unit(x);
  auto const at = [&](Numbers const& xi) { return s.right_moved(unit, xi); };
  auto const root = newton_root(Numbers(std::size_t(s.rank), Q(0)), [&](Numbers const& xi) {
    auto const g = at(xi);
    auto residual = s.constraint(g);
    auto const momentum = legendre_minus(s, g);
    for (std::size_t i = 0; i < p.size(); ++i) residual.push_back(momentum[i] - p[i]);
    return residual;
  });
  return at(root);
}
/// The evolution operator Upsilon: F^-(Upsilon(g)) = F^+(g).
inline Arrow evolved(DiscreteSystem const& s, Arrow const& g) {
  return arrow_of_momentum(s, s.target(g), legendre_plus(s, g));
}
/// Largest entry of Upsilon(i(Upsilon(g))) - i(g).
inline double reversibility_of_map(DiscreteSystem const& s, Arrow const& g) {
  return distance(evolved(s, s.inverse(evolved(s, g))), s.inverse(g));
}
/// |L_d(i(g)) - L_d(g)| and |phi(i(g))|: the two halves of Definition 3.15.
inline double lagrangian_asymmetry(DiscreteSystem const& s, Arrow const& g) {
  return double(absolute(s.lagrangian(s.inverse(g)) - s.lagrangian(g)));
}
inline double constraint_asymmetry(DiscreteSystem const& s, Arrow const& g) {
  return double(largest(s.constraint(s.inverse(g))));
}

}  // namespace rattleback::theory::old
