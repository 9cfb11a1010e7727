#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Contact ("nonholonomic") oscillator, and its nonintegrable perturbation for epsilon > 0.
///   L = (vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + epsilon x^2 z^2)/2
///   constraint: vx + y vz = 0
/// Coordinates x, y, z; unit mass and frequency, time in units where the period of y is 2 pi.
/// Invariants: energy, and the energy of y, which is a free harmonic oscillator.
/// McLachlan & Perlmutter 2006, (5.1) for epsilon = 0 and (5.4) for epsilon > 0.
template <class Scalar>
struct ContactOscillator {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};
  static constexpr bool sampled_starts = true;
  static constexpr int potential_degree = 4;

  Real epsilon = Real(0);

  static constexpr auto parameters() {
    return std::array{Parameter<ContactOscillator>{"epsilon", &ContactOscillator::epsilon,
                                                   "strength of the quartic coupling of x and z", 0,
                                                   true}};
  }

  static ProblemCard card() {
    return {.id = "contact_oscillator",
            .name = "Contact oscillator on R^3",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"energy_y"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "McLachlan & Perlmutter 2006, (5.1), (5.4)",
            .frame = "(0, 1, 0), (-y, 0, 1)/(1 + y^2)^(1/2)"};
  }

  /// IC-C is a generic start; A and B are our choice for the orbits that figure 1 marks: on the
  /// section y = -1, vy = 0 of the energy surface H = 3/2.
  static std::vector<Case<ContactOscillator>> cases() {
    Real const ten(10);
    auto const on_section = [](Real epsilon, Real z, Real vz) {
      using std::sqrt;
      Real const x = sqrt((2 - 2 * vz * vz - z * z) / (1 + epsilon * z * z));
      return std::pair{Vec<Real, 3>{x, Real(-1), z}, Vec<Real, 3>{vz, Real(0), vz}};
    };
    Real const epsilon = 7 / ten;
    auto const [qA, vA] = on_section(epsilon, 6 / ten, Real(0));
    auto const [qB, vB] = on_section(epsilon, Real(0), 5 / ten);
    return {{"IC-C",
             "generic start, epsilon = 0",
             {},
             {5 / ten, 3 / ten, -4 / ten},
             {-24 / (10 * ten), 6 / ten, 8 / ten}},
            {"A", "quasiperiodic orbit of figure 1 (our choice), epsilon = 0.7", {epsilon}, qA, vA},
            {"B", "chaotic orbit of figure 1 (our choice), epsilon = 0.7", {epsilon}, qB, vB}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return (vx * vx + vy * vy + vz * vz) / 2 -
           (x * x + y * y + z * z + epsilon * x * x * z * z) / 2;
  }

  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vx + y * vz};
  }

  template <class T>
  Vec<T, 1> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {(q[1] * q[1] + v[1] * v[1]) / 2};
  }

  /// The momenta are vy and (1 + y^2)^(1/2) vz: y stretches dvz.
  template <class T>
  T density(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    using std::sqrt;
    return sqrt(1 + q[1] * q[1]);
  }

  /// Along y, and along the plane of x and z.
  template <class T>
  Mat<T, 2, 3> frame(Vec<T, 3> const& q) const {
    using std::sqrt;
    T const y = q[1], length = sqrt(T(1 + y * y));
    return {{{T(0), T(1), T(0)}, {-y / length, T(0), 1 / length}}};
  }
};

}  // namespace rattleback

#include "generated/contact_oscillator.hpp"
