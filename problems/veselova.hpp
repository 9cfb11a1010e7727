#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/directed_rotation.hpp"

namespace rattleback {

/// Veselova's problem: a heavy rigid body about a fixed point whose spatial angular velocity has no
/// vertical component.
///   L = w . I w/2 - mgl gamma . e
///   constraint: gamma . w = 0
/// in the body angular velocity w, gamma = R^T e3; I = diag(I1, I2, I3), and e is the body's
/// direction to the centre of mass. Without gravity the horizontal part of the spatial angular
/// momentum R I w is constant. Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.4.1.
template <class Scalar>
struct Veselova {
  using Real = Scalar;
  using Space = DirectedRotation;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real I1 = 1, I2 = 2, I3 = fraction<Real, 5, 2>, mgl = 0, e1 = fraction<Real, 7, 25>, e2 = 0,
       e3 = fraction<Real, 24, 25>;

  static constexpr auto parameters() {
    using P = Veselova;
    return std::array{Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      Parameter<P>{"mgl", &P::mgl, "weight times distance to the centre of mass"},
                      Parameter<P>{"e1", &P::e1, "direction of the centre of mass"},
                      Parameter<P>{"e2", &P::e2, "direction of the centre of mass"},
                      Parameter<P>{"e3", &P::e3, "direction of the centre of mass"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(I1, I2, I3); }

  static ProblemCard card() {
    auto coordinates = rotation_coordinates();
    coordinates.insert(coordinates.begin(), {"gamma1", "gamma2", "gamma3"});
    return {
        .id = "veselova",
        .name = "Veselova's rigid body",
        .coordinates = coordinates,
        .velocities = {"w1", "w2", "w3"},
        .invariants = {},
        .reversing_symmetry = "(gamma, R, w) -> (gamma, R, -w)",
        .exact_solution = "",
        .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.4.1",
        .invariant_measure = "(gamma . I^-1 gamma)^(1/2)/|gamma3| dR dw1 dw2, dR the Haar measure"};
  }

  static std::vector<Case<Veselova>> cases() {
    Real const ten(10), s = 6 / ten, c = 8 / ten;
    auto const q = DirectedRotation::with_direction(Vec<Real, 9>{c, 0, -s, 0, 1, 0, s, 0, c});
    Vec<Real, 3> const w{8 / ten, 5 / ten, -6 / ten};
    Veselova heavy;
    heavy.mgl = 1;
    return {{"free", "without gravity", {}, q, w},
            {"heavy", "centre of mass off the axes", heavy, q, w}};
  }

  template <class T>
  T lagrangian(Vec<T, 12> const& q, Vec<T, 3> const& w) const {
    T const height = q[0] * e1 + q[1] * e2 + q[2] * e3;
    return (I1 * w[0] * w[0] + I2 * w[1] * w[1] + I3 * w[2] * w[2]) / 2 - mgl * height;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 12> const& q, Vec<T, 3> const& w) const {
    return {dot(head<3>(q), w)};
  }
  /// Veselov & Veselova's density of the motions with w in R^3, on the level gamma . w = 0 of their
  /// integral.
  template <class T>
  T density(Vec<T, 12> const& q, Vec<T, 3> const&) const {
    using std::sqrt;
    T const sum = q[0] * q[0] / I1 + q[1] * q[1] / I2 + q[2] * q[2] / I3;
    return sqrt(sum / (q[2] * q[2]));
  }
};

}  // namespace rattleback

#include "generated/veselova.hpp"
