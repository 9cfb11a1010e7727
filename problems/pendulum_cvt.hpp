#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// A pendulum y that carries a continuously variable transmission between x and z.
///   L = (vx^2 + vy^2 + vz^2)/2 - (x^2 + z^2)/2 - kappa x^4/4 + cos y - epsilon sin 2y
///   constraint: vx + sin(y) vz = 0
/// Unit mass, frequency and gravity; y is a lifted angle. The pendulum moves alone, and for kappa =
/// 0 the fibre (x, z, speed) is linear: all motions are integrable. Invariants: energy and those of
/// pendulum and fibre.
/// For epsilon = 0 the reflection (x, y, z, vx, vy, vz) -> (-x, -y, z, vx, vy, -vz) reverses the
/// motion, too. Else v -> -v alone does, and it maps a torus with a rotating pendulum to another
/// torus: nothing protects that torus from the drift of a method. In the manner of Modin & Verdier
/// 2020; the Lagrangian is ours.
template <class Scalar>
struct PendulumCvt {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  Real epsilon = 0, kappa = 0;

  static constexpr auto parameters() {
    using P = PendulumCvt;
    return std::array{
        Parameter<P>{"epsilon", &P::epsilon,
                     "strength of the odd part of the pendulum's potential"},
        Parameter<P>{"kappa", &P::kappa, "strength of the quartic potential of x", 0, true}};
  }

  static ProblemCard card() {
    return {.id = "pendulum_cvt",
            .name = "Continuously variable transmission driven by a pendulum",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"energy_y", "energy_fibre"},
            .reversing_symmetry =
                "(q, v) -> (q, -v), to the same torus where the pendulum librates (a1), to another "
                "one where it rotates (a2, a2-reverse, a3); for epsilon = 0 (a0) also (x, y, z, "
                "vx, vy, vz) -> (-x, -y, z, vx, vy, -vz), to the same torus",
            .exact_solution = "",
            .source = "in the manner of Modin & Verdier 2020",
            .invariant_measure = "(1 + sin(y)^2)^(1/2) dx dy dz dvy dvz"};
  }

  static std::vector<Case<PendulumCvt>> cases() {
    Real const ten(10);
    Vec<Real, 3> const q{8 / ten, 0, 5 / ten};
    auto const v = [&](Real const& vy) { return Vec<Real, 3>{0, vy, 6 / ten}; };
    Real const epsilon = 2 / ten, rotating = 25 / ten;
    return {{"a0", "rotating, even potential", {}, q, v(rotating)},
            {"a1", "librating, epsilon = 0.2", {epsilon}, q, v(1)},
            {"a2", "rotating, epsilon = 0.2", {epsilon}, q, v(rotating)},
            {"a2-reverse", "rotating the other way, epsilon = 0.2", {epsilon}, q, v(-rotating)},
            {"a3",
             "rotating, epsilon = 0.2, with the quartic potential",
             {epsilon, 1},
             q,
             v(rotating)}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    return dot(v, v) / 2 - fibre_potential(x, z) - pendulum_potential(y);
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sin;
    return {v[0] + sin(q[1]) * v[2]};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vy * vy / 2 + pendulum_potential(y), (vx * vx + vz * vz) / 2 + fibre_potential(x, z)};
  }
  /// The momenta are vy and the speed along (-sin y, 0, 1).
  template <class T>
  T density(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    using std::sin, std::sqrt;
    T const s = sin(q[1]);
    return sqrt(1 + s * s);
  }

 private:
  template <class T>
  T fibre_potential(T const& x, T const& z) const {
    return (x * x + z * z) / 2 + kappa * x * x * x * x / 4;
  }
  template <class T>
  T pendulum_potential(T const& y) const {
    using std::cos, std::sin;
    return epsilon * sin(2 * y) - cos(y);
  }
};

}  // namespace rattleback

#include "generated/pendulum_cvt.hpp"
