#pragma once

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Chaplygin's top: an eccentric ball that rolls on a resting plane under gravity.
///   L = m |R^T (vx, vy, 0) + w x c|^2/2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2 - m g (R c)_3
///   constraints: vx - r omega2 = 0,   vy + r omega1 = 0
/// (x, y) is the contact point, c the centre of mass from the centre of the ball in the body frame,
/// w the body angular velocity, omega = R w, and the inertias are about the centre of mass.
/// Named in Ferraro, Jimenez & Martin de Diego 2015, section 7.4.
template <class Scalar>
struct ChaplyginTop {
  using Real = Scalar;
  using Space = Product<R<2>, SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 1, r = 1, I1 = fraction<Real, 4, 10>, I2 = fraction<Real, 5, 10>,
       I3 = fraction<Real, 6, 10>;
  Real c1 = fraction<Real, 1, 10>, c2 = fraction<Real, 2, 10>, c3 = fraction<Real, 3, 10>, g = 1;

  static constexpr auto parameters() {
    using P = ChaplyginTop;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"I1", &P::I1, "principal moment of inertia", 0},
                      Parameter<P>{"I2", &P::I2, "principal moment of inertia", 0},
                      Parameter<P>{"I3", &P::I3, "principal moment of inertia", 0},
                      Parameter<P>{"c1", &P::c1, "centre of mass along the first axis"},
                      Parameter<P>{"c2", &P::c2, "centre of mass along the second axis"},
                      Parameter<P>{"c3", &P::c3, "centre of mass along the third axis"},
                      Parameter<P>{"g", &P::g, "gravity"}};
  }
  std::vector<std::string> warnings() const { return inertia_warnings(I1, I2, I3); }

  static ProblemCard card() {
    return {.id = "chaplygin_top",
            .name = "Chaplygin's top: an eccentric rolling ball",
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "",
            .source = "Ferraro, Jimenez & Martin de Diego 2015, section 7.4"};
  }

  static std::vector<Case<ChaplyginTop>> cases() {
    Real const ten(10);
    auto const q = joined(Vec<Real, 2>{0, 0}, SO3::identity<Real>());
    Vec<Real, 5> const v{0, 0, 3 / ten, -2 / ten, 5 / ten};
    ChaplyginTop axisymmetric, concentric;
    axisymmetric.I2 = axisymmetric.I1;
    axisymmetric.c1 = axisymmetric.c2 = 0;
    concentric.c1 = concentric.c2 = concentric.c3 = 0;
    return {{"eccentric", "unequal inertias, centre of mass on no axis", {}, q, v},
            {"axisymmetric", "centre of mass on the axis of symmetry", axisymmetric, q, v},
            {"concentric", "Chaplygin's sphere", concentric, q, v}};
  }

  template <class T>
  T lagrangian(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const& [vx, vy, w1, w2, w3] = v;
    auto const R = tail<9>(q);
    auto const turned = SO3::Ad_transpose(R, Vec<T, 3>{vx, vy, T(0)});
    Vec<T, 3> const c{T(c1), T(c2), T(c3)};
    auto const u = turned + cross(tail<3>(v), c);
    T const height = dot(tail<3>(R), c);
    return m * dot(u, u) / 2 + (I1 * w1 * w1 + I2 * w2 * w2 + I3 * w3 * w3) / 2 - m * g * height;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    auto const omega = SO3::Ad(tail<9>(q), tail<3>(v));
    return {v[0] - r * omega[1], v[1] + r * omega[0]};
  }
};

}  // namespace rattleback

#include "generated/chaplygin_top.hpp"
