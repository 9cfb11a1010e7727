#pragma once

#include <cmath>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Free particle under a nonholonomic constraint that a change of time makes Hamiltonian.
///   L = (vx^2 + vy^2 + vz^2)/2
///   constraint: vz + x vy = 0
/// Unit mass; z is the group variable of the reduction. The multiplier is f = (1 + x^2)^(-1/2), and
/// d tau = f dt.
/// Fernandez, Bloch & Olver 2012, section 5.1.
template <class Scalar>
struct HamiltonizableParticle {
  using Real = Scalar;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};
  static constexpr std::array group_coordinates{2};
  static constexpr int reduced_coordinate = 0;

  static constexpr std::array<Parameter<HamiltonizableParticle>, 0> parameters() { return {}; }

  static ProblemCard card() {
    return {.id = "hamiltonizable_particle",
            .name = "Hamiltonizable nonholonomic particle",
            .coordinates = {"x", "y", "z"},
            .velocities = {"vx", "vy", "vz"},
            .invariants = {"vx", "scaled_vy"},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "x = x0 + vx t, vy = c (1 + x^2)^(-1/2)",
            .source = "Fernandez, Bloch & Olver 2012, section 5.1"};
  }

  static std::vector<Case<HamiltonizableParticle>> cases() {
    return {
        {"FBO", "the paper's data, alpha_x = alpha_y = 1", {}, {0, 0, 0}, {1, 1, 0}},
        {"generic", "off the origin", {}, {3 / Real(10), -1, 0}, {7 / Real(10), 6 / Real(10), 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return dot(v, v) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    auto const& [x, y, z] = q;
    auto const& [vx, vy, vz] = v;
    return {vz + x * vy};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::sqrt;
    return {v[0], sqrt(1 + q[0] * q[0]) * v[1]};
  }

  /// f on (x, y), with d tau = f dt.
  template <class T>
  T multiplier(Vec<T, 2> const& r) const {
    using std::sqrt;
    return 1 / sqrt(1 + r[0] * r[0]);
  }

  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    T const root0 = sqrt(1 + q[0] * q[0]), c = v[1] * root0;
    T const x = q[0] + v[0] * t, root = sqrt(1 + x * x);
    Vec<T, 3> const v1{v[0], c / root, -x * c / root};
    if (v[0] == T(0)) return {{x, q[1] + v[1] * t, q[2] + v[2] * t}, v1};
    return {{x, q[1] + c / v[0] * (asinh(x) - asinh(q[0])), q[2] - c / v[0] * (root - root0)}, v1};
  }
  /// Growth of the Hamiltonized time, d tau = f dt, in the time t.
  template <class T>
  T tau_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& t) const {
    using std::asinh, std::sqrt;
    if (v[0] == T(0)) return t / sqrt(1 + q[0] * q[0]);
    return (asinh(T(q[0] + v[0] * t)) - asinh(q[0])) / v[0];
  }
  /// Time at which the Hamiltonized time has grown by tau.
  template <class T>
  T time_at(Vec<T, 3> const& q, Vec<T, 3> const& v, T const& tau) const {
    using std::asinh, std::sinh, std::sqrt;
    if (v[0] == T(0)) return tau * sqrt(1 + q[0] * q[0]);
    return (sinh(asinh(q[0]) + v[0] * tau) - q[0]) / v[0];
  }
};

}  // namespace rattleback

#include "generated/hamiltonizable_particle.hpp"
