#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Suslov's rigid body in the potential k gamma3, gamma = R^T e3, with drag and a periodic torque.
///   L = w . I w/2 - k gamma3
///   constraint: w3 = 0
///   force: (-c w1 + u cos(w t), -c w2, 0), in the body
/// in the body angular velocity (w1, w2, w3), R' = R hat(w).
template <class Scalar>
struct DrivenSuslov {
  using Real = Scalar;
  using Space = SO3;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real I11 = 1, I22 = 2, I33 = fraction<Real, 25, 10>, I12 = fraction<Real, 1, 10>,
       I13 = fraction<Real, 2, 10>, I23 = fraction<Real, -15, 100>, k = fraction<Real, 1, 2>,
       c = fraction<Real, 1, 10>, u = fraction<Real, 3, 10>, w = fraction<Real, 11, 10>;
  Real time{};

  static constexpr auto parameters() {
    using P = DrivenSuslov;
    return std::array{Parameter<P>{"I11", &P::I11, "moment of inertia", 0},
                      Parameter<P>{"I22", &P::I22, "moment of inertia", 0},
                      Parameter<P>{"I33", &P::I33, "moment of inertia", 0},
                      Parameter<P>{"I12", &P::I12, "product of inertia"},
                      Parameter<P>{"I13", &P::I13, "product of inertia"},
                      Parameter<P>{"I23", &P::I23, "product of inertia"},
                      Parameter<P>{"k", &P::k, "strength of the potential"},
                      Parameter<P>{"c", &P::c, "drag"},
                      Parameter<P>{"u", &P::u, "amplitude of the torque"},
                      Parameter<P>{"w", &P::w, "angular frequency of the torque"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(inertia()); }

  static ProblemCard card() {
    return {.id = "driven_suslov",
            .name = "Driven Suslov body in a potential",
            .coordinates = rotation_coordinates(),
            .velocities = {"w1", "w2", "w3"},
            .invariants = {},
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "this project"};
  }

  static std::vector<Case<DrivenSuslov>> cases() {
    Real const ten(10);
    return {{"turns",
             "from the standard position, under a torque",
             {},
             SO3::identity<Real>(),
             {6 / ten, -4 / ten, 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 9> const& R, Vec<T, 3> const& v) const {
    return dot(v, inertia() * v) / 2 - k * R[8];
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 9> const&, Vec<T, 3> const& v) const {
    return {v[2]};
  }
  template <class T>
  Vec<T, 3> force(Vec<T, 9> const&, Vec<T, 3> const& v, T const& t) const {
    using std::cos;
    return {u * cos(w * t) - c * v[0], -c * v[1], T(0)};
  }
  Mat<Real, 3, 3> inertia() const { return {{{I11, I12, I13}, {I12, I22, I23}, {I13, I23, I33}}}; }
};

}  // namespace rattleback

#include "generated/driven_suslov.hpp"
