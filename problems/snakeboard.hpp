#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"

namespace rattleback {

/// Snakeboard with opposite wheel angles.
///   L = m (x'^2 + y'^2)/2 + (J + 2 J1) theta'^2/2 + J0 psi'^2/2 + J1 phi'^2
///   constraints: x' sin(theta + phi) - y' cos(theta + phi) + r theta' cos(phi) = 0
///                x' sin(theta - phi) - y' cos(theta - phi) - r theta' cos(phi) = 0
/// in the body velocity (v1, v2, w) of the board. psi is the absolute angle of the rotor, because L
/// couples it to nothing. Ferraro, Iglesias-Ponte & Martin de Diego 2008, section 5, example 2.
template <class Scalar>
struct Snakeboard {
  using Real = Scalar;
  using Space = Product<SE2, R<2>>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{1, 2};

  Real m = 2, r = fraction<Real, 1, 2>, J = fraction<Real, 4, 10>, J0 = fraction<Real, 3, 10>,
       J1 = fraction<Real, 5, 100>;

  static constexpr auto parameters() {
    using P = Snakeboard;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"r", &P::r, "distance of the wheels from the centre", 0},
                      Parameter<P>{"J", &P::J, "moment of inertia of the board", 0},
                      Parameter<P>{"J0", &P::J0, "moment of inertia of the rotor", 0},
                      Parameter<P>{"J1", &P::J1, "moment of inertia of a wheel axle", 0}};
  }

  static ProblemCard card() {
    return {.id = "snakeboard",
            .name = "Snakeboard",
            .coordinates = {"x", "y", "theta", "psi", "phi"},
            .velocities = {"v1", "v2", "w", "vpsi", "vphi"},
            .invariants = {"vpsi", "vphi", "scaled_speed"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Ferraro, Iglesias-Ponte & Martin de Diego 2008, example 2"};
  }

  static std::vector<Case<Snakeboard>> cases() {
    using std::cos;
    Real const ten(10), phi = 3 / ten, s = 1;
    Snakeboard const board;
    return {{"FIM",
             "wheels turned by .3 and turning",
             board,
             {0, 0, 0, 0, phi},
             {s * board.r * Real(cos(phi)), 0, 0, 1, 2 / ten}}};
  }

  /// J + 2 J1
  Real total_inertia() const { return J + 2 * J1; }

  template <class T>
  T lagrangian(Vec<T, 5> const&, Vec<T, 5> const& v) const {
    auto const& [v1, v2, w, vpsi, vphi] = v;
    return m * (v1 * v1 + v2 * v2) / 2 + total_inertia() * w * w / 2 + J0 * vpsi * vpsi / 2 +
           J1 * vphi * vphi;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin;
    auto const& [x, y, theta, psi, phi] = q;
    auto const& [v1, v2, w, vpsi, vphi] = v;
    T const c = cos(phi), s = sin(phi);
    return {v1 * s - v2 * c + r * w * c, -v1 * s - v2 * c - r * w * c};
  }
  /// The printed rows have rank 1 at phi = pi/2, these have rank 2 everywhere.
  template <class T>
  Vec<T, 2> regular_constraint(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin;
    return {v[1], v[0] * sin(q[4]) + r * v[2] * cos(q[4])};
  }
  /// psi' and phi' are free; with (x', y', theta') = s (a, b, c) of the paper, the last one is
  /// s (m r^2 cos(phi)^2 + J' sin(phi)^2)^(1/2).
  template <class T>
  Vec<T, 3> invariants(Vec<T, 5> const& q, Vec<T, 5> const& v) const {
    using std::cos, std::sin, std::sqrt;
    auto const& [v1, v2, w, vpsi, vphi] = v;
    T const size = sqrt(m * v1 * v1 + total_inertia() * w * w);
    T const s = v1 * cos(q[4]) - r * w * sin(q[4]);  // times r; v1 alone changes sign with cos(phi)
    return {vpsi, vphi, s < T(0) ? T(-size) : size};
  }
  /// In (x', y', theta', psi', phi'); the formulas show it only with cos^2 + sin^2 = 1.
  Mat<Real, 5, 5> chart_mass_matrix() const {
    return diagonal(Vec<Real, 5>{m, m, total_inertia(), J0, 2 * J1});
  }
};

}  // namespace rattleback

#include "generated/snakeboard.hpp"
