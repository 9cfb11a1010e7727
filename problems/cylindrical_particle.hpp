#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle in cylindrical coordinates, repelled by the axis, that climbs as fast as it turns.
///   L = (vr^2 + r^2 vtheta^2 + vz^2)/2 - k/r,   r > 0
///   constraint: vz - r vtheta = 0
/// Coordinates r, theta, z (theta is a lift, never wrapped). A test problem of our own with a
/// configuration-dependent mass, a potential and a closed form.
/// Invariants: energy and c^2 = r vz^2 (theta and z are cyclic; eliminating the multiplier from
/// (r^2 theta')' = -r lambda, z'' = lambda gives 2 r w' = -r' w for w = vz = r vtheta).
template <class Scalar>
struct CylindricalParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};
  static constexpr std::array group_coordinates{2};
  static constexpr int reduced_coordinate = 0;

  Real k = Real(1) / 2;

  static constexpr auto parameters() {
    return std::array{Parameter<CylindricalParticle>{"k", &CylindricalParticle::k,
                                                     "strength of the repulsion from the axis", 0}};
  }

  static ProblemCard card() {
    return {
        .id = "cylindrical_particle",
        .name = "Climbing particle in cylindrical coordinates",
        .coordinates = {"r", "theta", "z"},
        .velocities = {"vr", "vtheta", "vz"},
        .invariants = {"nonholonomic_momentum"},
        .reversing_symmetry = "(q, v) -> (q, -v)",
        .exact_solution = "r = kappa (cosh eta + 1)/(2 E), theta and z by gd(eta/2), sinh(eta/2)",
        .source = "Rattleback test problem (configuration-dependent mass)"};
  }

  static std::vector<Case<CylindricalParticle>> cases() {
    Real const ten(10), half = Real(1) / 2;
    return {{"inbound",
             "approaches the axis, turns and leaves",
             {},
             {Real(1), Real(0), Real(0)},
             {-3 / ten, half, half}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [r, theta, z] = q;
    auto const& [vr, vtheta, vz] = v;
    return (vr * vr + r * r * vtheta * vtheta + vz * vz) / 2 - k / r;
  }

  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {v[2] - q[0] * v[1]};
  }

  template <class T>
  Vec<T, 1> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {q[0] * v[2] * v[2]};
  }

  /// The radial motion is a repulsive Kepler problem r'' = kappa/r^2, kappa = c^2 + k, with
  /// t = kappa (sinh eta + eta)/(2 E)^(3/2); Kepler's equation is solved by Newton's method.
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q0, Vec<T, 3> const& v0, T t) const {
    using std::abs, std::acosh, std::asinh, std::atan, std::cosh, std::sinh, std::sqrt, std::tanh;
    T const r0 = q0[0], c = v0[2] * sqrt(r0), kappa = c * c + k;
    T const twice_energy = v0[0] * v0[0] + 2 * kappa / r0, root = sqrt(twice_energy);
    T const argument = twice_energy * r0 / kappa - 1;
    T const eta0 = (v0[0] < 0 ? -1 : 1) * (argument > 1 ? acosh(argument) : T(0));
    T const mean = sinh(eta0) + eta0 + t * twice_energy * root / kappa;
    T eta = asinh(mean / 2);
    for (int i = 0; i < 100; ++i) {
      T const change = (sinh(eta) + eta - mean) / (cosh(eta) + 1);
      eta = eta - change;
      if (abs(change) <= 4 * std::numeric_limits<T>::epsilon() * (1 + abs(eta))) break;
    }
    auto const gudermann = [](T x) { return 2 * atan(tanh(x / 2)); };
    T const r = kappa * (cosh(eta) + 1) / twice_energy, w = c / sqrt(r), root2 = sqrt(T(2));
    T const theta = q0[1] + root2 * c / sqrt(kappa) * (gudermann(eta / 2) - gudermann(eta0 / 2));
    T const z =
        q0[2] + 2 * root2 * c * sqrt(kappa) / twice_energy * (sinh(eta / 2) - sinh(eta0 / 2));
    return {{r, theta, z}, {kappa * sinh(eta) / (root * r), w / r, w}};
  }
};

}  // namespace rattleback

#include "generated/cylindrical_particle.hpp"
