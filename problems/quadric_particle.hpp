#pragma once

#include "problems/core/problem.hpp"

namespace rattleback {

/// Particle on a quadric, whose holonomic constraint is stated by velocities alone.
///   L = |v|^2/2 - (x^2 + 2 y^2 + 3 z^2)/2 - (x + z)^4/4
///   constraint: grad g(q) . v = 0,  g = (s1 x^2 + s2 y^2 + s3 z^2)/2 + b1 x + b2 y + b3 z
/// A test problem of our own: the motion stays on g = const, but a method sees only grad g, so it
/// shows which methods keep holonomic constraints. The potential shares no symmetry with the
/// quadric. Invariants: energy and g.
template <class Scalar>
struct QuadricParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};

  Real s1 = Real(1), s2 = Real(1), s3 = Real(1);
  Real b1 = Real(0), b2 = Real(0), b3 = Real(0);

  static constexpr auto parameters() {
    using P = Parameter<QuadricParticle>;
    return std::array{P{"s1", &QuadricParticle::s1, "coefficient of x^2/2 in g"},
                      P{"s2", &QuadricParticle::s2, "coefficient of y^2/2 in g"},
                      P{"s3", &QuadricParticle::s3, "coefficient of z^2/2 in g"},
                      P{"b1", &QuadricParticle::b1, "coefficient of x in g"},
                      P{"b2", &QuadricParticle::b2, "coefficient of y in g"},
                      P{"b3", &QuadricParticle::b3, "coefficient of z in g"}};
  }

  static ProblemCard card() {
    return {.id = "quadric_particle",
            .name = "Particle on a quadric that is stated by velocities",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"g"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Rattleback test problem (holonomic constraint)"};
  }

  /// In each case the coefficient of vy stays away from zero for t in [0, 1].
  static std::vector<Case<QuadricParticle>> cases() {
    Real const one(1), zero(0), ten(10), hundred(100);
    return {{"sphere",
             "g = |q|^2/2 = 1/2",
             {},
             {36 / hundred, 8 / ten, 48 / hundred},
             {5 / ten, 15 / (10 * hundred), -4 / ten}},
            {"parabola",
             "g = y - x^2 = 0, a cylinder",
             {-2 * one, zero, zero, zero, one, zero},
             {5 / ten, 25 / hundred, -3 / ten},
             {6 / ten, 6 / ten, 4 / ten}},
            {"plane",
             "g = x/2 + y - z/4",
             {zero, zero, zero, one / 2, one, -one / 4},
             {5 / ten, -2 / ten, 4 / ten},
             {6 / ten, -5 / ten, -8 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    T const xz = (x + z) * (x + z);
    return (dot(v, v) - x * x - 2 * y * y - 3 * z * z) / 2 - xz * xz / 4;
  }

  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {(s1 * x + b1) * vx + (s2 * y + b2) * vy + (s3 * z + b3) * vz};
  }

  template <class T>
  Vec<T, 1> invariants(Vec<T, 3> const& q, Vec<T, 3> const&) const {
    auto const& [x, y, z] = q;
    return {(s1 * x * x + s2 * y * y + s3 * z * z) / 2 + b1 * x + b2 * y + b3 * z};
  }
};

}  // namespace rattleback

#include "generated/quadric_particle.hpp"
