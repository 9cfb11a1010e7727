#pragma once

#include <cmath>

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Suslov's problem: a rigid body about its centre of mass whose body angular velocity stays
/// orthogonal to the third body axis.
///   L = w . I w/2
///   constraint: w3 = 0
/// in the body angular velocity w, R' = R hat(w). Every motion tends to a steady rotation about an
/// axis w with I13 w1 + I23 w2 = 0. Iglesias, Marrero, Martin de Diego & Martinez 2008,
/// section 4.3.1.
template <class Scalar>
struct Suslov {
  using Real = Scalar;
  using Space = SO3;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real I11 = fraction<Real, 27, 10>, I22 = fraction<Real, 32, 10>, I33 = fraction<Real, 35, 10>,
       I12 = fraction<Real, -2, 10>, I13 = fraction<Real, -8, 10>, I23 = fraction<Real, -5, 10>;

  static constexpr auto parameters() {
    using P = Suslov;
    return std::array{Parameter<P>{"I11", &P::I11, "moment of inertia", 0},
                      Parameter<P>{"I22", &P::I22, "moment of inertia", 0},
                      Parameter<P>{"I33", &P::I33, "moment of inertia", 0},
                      Parameter<P>{"I12", &P::I12, "product of inertia"},
                      Parameter<P>{"I13", &P::I13, "product of inertia"},
                      Parameter<P>{"I23", &P::I23, "product of inertia"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(mass_matrix()); }

  static ProblemCard card() {
    return {.id = "suslov",
            .name = "Suslov's rigid body",
            .coordinates = rotation_coordinates(),
            .velocities = {"w1", "w2", "w3"},
            .invariants = {},
            .reversing_symmetry = "(R, w) -> (R, -w)",
            .exact_solution = "w by tanh and sech; R by quadrature",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.3.1"};
  }

  static std::vector<Case<Suslov>> cases() {
    return {{"SUS", "full inertia", {}, SO3::identity<Real>(), {1, fraction<Real, 3, 10>, 0}}};
  }

  template <class T>
  T lagrangian(Vec<T, 9> const&, Vec<T, 3> const& w) const {
    return dot(w, mass_matrix() * w) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 9> const&, Vec<T, 3> const& w) const {
    return {w[2]};
  }
  Mat<Real, 3, 3> mass_matrix() const {
    return {{{I11, I12, I13}, {I12, I22, I23}, {I13, I23, I33}}};
  }

  /// w(t) of the exact motion from w0. With A the upper left block of I = L L^T, b = (I13, I23) and
  /// zeta = L^T w = r (cos phi, sin phi): the direction of zeta moves towards that of L^-1 b turned
  /// by a right angle, sin(phi - phi_0) = tanh(kappa t + c), kappa = r |L^-1 b|/(det A)^(1/2).
  template <class T>
  Vec<T, 3> exact_velocity(Vec<T, 3> const& w0, T const& t) const {
    using std::sqrt;
    T const l11 = sqrt(T(I11)), l21 = T(I12) / l11, l22 = sqrt(T(I22) - l21 * l21);
    Vec<T, 2> const zeta{l11 * w0[0] + l21 * w0[1], l22 * w0[1]};
    T const b1 = T(I13) / l11, b2 = (T(I23) - l21 * b1) / l22, size = sqrt(b1 * b1 + b2 * b2);
    T const r = sqrt(dot(zeta, zeta));
    if (size == T(0) || r == T(0)) return w0;
    // Components of zeta/r along and across L^-1 b: sech and tanh of kappa t + c.
    T const along = (b1 * zeta[0] + b2 * zeta[1]) / (size * r),
            across = (b1 * zeta[1] - b2 * zeta[0]) / (size * r);
    auto const [sech, tanh] = later_hyperbolic(along, across, T(r * size / (l11 * l22) * t));
    T const z1 = r * (b1 * sech - b2 * tanh) / size, z2 = r * (b2 * sech + b1 * tanh) / size;
    T const w2 = z2 / l22;
    return {(z1 - l21 * w2) / l11, w2, T(0)};
  }
};

}  // namespace rattleback

#include "generated/suslov.hpp"
