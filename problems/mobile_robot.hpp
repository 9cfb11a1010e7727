#pragma once

#include <cmath>

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"

namespace rattleback {

/// Planar robot on two wheels that roll without slipping.
///   L = (J w^2 + m (v1^2 + v2^2) + 2 m0 l w v2 + Jw (phi'^2 + psi'^2))/2,   m = m0 + 2 m1
///   constraints: v1 + R (phi' + psi')/2 = 0,   v2 = 0,   w + R (phi' - psi')/(2 c) = 0
/// in the body velocity (v1, v2, w) of the middle of the axle, of length 2 c; l is the distance to
/// the centre of mass, Jw the axial inertia of a wheel (J1 and J2 in the paper).
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.6.1.
template <class Scalar>
struct MobileRobot {
  using Real = Scalar;
  using Space = Product<SE2, rattleback::R<2>>;  // R below is a radius
  static constexpr int constraints = 3;
  static constexpr std::array dependent_velocities{0, 1, 2};

  Real m0 = 2, m1 = fraction<Real, 1, 4>, J = fraction<Real, 6, 5>, Jw = fraction<Real, 1, 20>,
       l = fraction<Real, 2, 5>, R = fraction<Real, 3, 10>, c = fraction<Real, 1, 2>;

  static constexpr auto parameters() {
    using P = MobileRobot;
    return std::array{
        Parameter<P>{"m0", &P::m0, "mass of the robot without its wheels", 0},
        Parameter<P>{"m1", &P::m1, "mass of a wheel", 0, true},
        Parameter<P>{"J", &P::J, "moment of inertia about the vertical through the axle", 0},
        Parameter<P>{"Jw", &P::Jw, "axial moment of inertia of a wheel", 0},
        Parameter<P>{"l", &P::l, "distance of the centre of mass from the axle"},
        Parameter<P>{"R", &P::R, "radius of a wheel", 0},
        Parameter<P>{"c", &P::c, "half the length of the axle", 0}};
  }

  static ProblemCard card() {
    return {.id = "mobile_robot",
            .name = "Two-wheeled planar mobile robot",
            .coordinates = {"x", "y", "theta", "phi", "psi"},
            .velocities = {"v1", "v2", "w", "vphi", "vpsi"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "v by tanh and sech; theta, the path and the wheels by quadrature",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.6.1"};
  }

  static std::vector<Case<MobileRobot>> cases() {
    return {{"ROB", "turns round", {}, {}, {-1 / Real(2), 0, 1, 0, 10 / Real(3)}}};
  }

  /// m = m0 + 2 m1
  Real mass() const { return m0 + 2 * m1; }

  template <class T>
  T lagrangian(Vec<T, 5> const&, Vec<T, 5> const& v) const {
    auto const& [v1, v2, w, vphi, vpsi] = v;
    return (J * w * w + mass() * (v1 * v1 + v2 * v2) + 2 * m0 * l * w * v2 +
            Jw * (vphi * vphi + vpsi * vpsi)) /
           2;
  }
  template <class T>
  Vec<T, 3> constraint(Vec<T, 5> const&, Vec<T, 5> const& v) const {
    auto const& [v1, v2, w, vphi, vpsi] = v;
    return {v1 + R / 2 * (vphi + vpsi), v2, w + R / (2 * c) * (vphi - vpsi)};
  }
  /// Inertia of the motions that the wheels allow, M_t = m + 2 Jw/R^2 and J_t = J + 2 Jw c^2/R^2.
  Real rolling_mass() const { return mass() + 2 * Jw / (R * R); }
  Real rolling_inertia() const { return J + 2 * Jw * c * c / (R * R); }

  /// Velocity at time t from v, by
  ///   M_t v1' = l m0 w^2,   J_t w' = -l m0 w v1.
  template <class T>
  Vec<T, 5> exact_velocity(Vec<T, 5> const& v, T const& t) const {
    using std::sqrt;
    T const M = sqrt(T(rolling_mass())), N = sqrt(T(rolling_inertia()));
    T const along = N * v[2], across = M * v[0], r = sqrt(along * along + across * across);
    if (r == T(0)) return v;
    auto const [sech, tanh] =
        later_hyperbolic(T(along / r), T(across / r), T(l * m0 * r / (N * N * M) * t));
    T const v1 = r * tanh / M, w = r * sech / N;
    return {v1, T(0), w, -(v1 + c * w) / R, -(v1 - c * w) / R};
  }
};

}  // namespace rattleback

#include "generated/mobile_robot.hpp"
