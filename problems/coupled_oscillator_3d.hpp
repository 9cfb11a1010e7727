#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Coupled oscillators with a full mass matrix, under the contact constraint with an affine drift.
///   L = v^T M v / 2 - (x^2 + y^2 + z^2)/2 - x z/4,   M = [[1, .3, .1], [.3, 2, 0], [.1, 0, 1.5]]
///   constraint: mu(q) (v - Y(q)) = 0,   mu = (-y, 0, 1),   Y = (-sigma y, sigma x, u)
/// sigma and u are zero for the linear constraint. With a diagonal M several wrong schemes look
/// right. For section 5 and 6 of Ferraro, Jimenez & Martin de Diego 2015, which give no example.
template <class Scalar>
struct CoupledOscillator3d {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real sigma = 0, u = 0;

  static constexpr auto parameters() {
    using P = CoupledOscillator3d;
    return std::array{Parameter<P>{"sigma", &P::sigma, "rotation rate of the drift about z"},
                      Parameter<P>{"u", &P::u, "speed of the drift along z"}};
  }

  static ProblemCard card() {
    return {.id = "coupled_oscillator_3d",
            .name = "Coupled oscillator in R^3 with a full mass matrix",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {},
            .reversing_symmetry = "(q, v; sigma, u) -> (q, -v; -sigma, -u)",
            .exact_solution = "",
            .source = "for Ferraro, Jimenez & Martin de Diego 2015, sections 5 and 6"};
  }

  static std::vector<Case<CoupledOscillator3d>> cases() {
    Real const ten(10);
    Vec<Real, 3> const q{5 / ten, 7 / ten, -4 / ten}, v{6 / ten, -3 / ten, 0};
    return {{"T", "linear constraint", {}, q, v},
            {"T-affine", "with the drift (-.3 y, .3 x, .2)", {3 / ten, 2 / ten}, q, v}};
  }
  CoupledOscillator3d reversed() const { return {-sigma, -u}; }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    T const kinetic =
        (vx * vx + 2 * vy * vy + vz * vz * 3 / 2) / 2 + vx * vy * 3 / 10 + vx * vz / 10;
    return kinetic - dot(q, q) / 2 - x * z / 4;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vz - u - y * (vx + sigma * y)};
  }
};

}  // namespace rattleback

#include "generated/coupled_oscillator_3d.hpp"
