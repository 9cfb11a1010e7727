#pragma once

#include <cmath>

#include "problems/core/numbers/hyperbolic.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/spaces/se2.hpp"

namespace rattleback {

/// Chaplygin sleigh: a rigid body on the plane that a knife edge at (x, y) keeps from slipping
/// sideways.
///   L = m ((v1 - b w)^2 + (v2 + a w)^2)/2 + I w^2/2
///   constraint: v2 = 0
/// in the body velocity (v1, v2, w) of the contact point; the centre of mass is at (a, b) in the
/// body frame and I is about it. Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.3.2;
/// Ferraro, Iglesias-Ponte & Martin de Diego 2008, section 5, example 3, which has b = 0.
template <class Scalar>
struct ChaplyginSleigh {
  using Real = Scalar;
  using Space = SE2;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{1};

  Real m = 1, I = 1, a = fraction<Real, 2, 10>, b = 0;

  static constexpr auto parameters() {
    using P = ChaplyginSleigh;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia about the centre of mass", 0},
                      Parameter<P>{"a", &P::a, "centre of mass ahead of the contact point"},
                      Parameter<P>{"b", &P::b, "centre of mass to the left of the knife edge"}};
  }

  static ProblemCard card() {
    return {.id = "chaplygin_sleigh",
            .name = "Chaplygin sleigh",
            .coordinates = {"x", "y", "theta"},
            .velocities = {"v1", "v2", "w"},
            .invariants = {},
            .reversing_symmetry = "(q, v) -> (q, -v)",
            .exact_solution = "v by tanh and sech; theta and the path by quadrature",
            .source = "Ferraro, Iglesias-Ponte & Martin de Diego 2008, example 3"};
  }

  static std::vector<Case<ChaplyginSleigh>> cases() {
    Real const ten(10), one(1);
    return {
        {"FIM", "a heart-shaped loop", {}, {0, 0, 0}, {-2, 0, 48 / Real(100)}},
        {"SLE-A", "cusp and loop", {one, one, 5 / ten, {}}, {0, 0, 0}, {-1, 0, 1}},
        {"SLE-B",
         "centre of mass next to the axis",
         {15 / ten, 8 / ten, 6 / ten, 3 / ten},
         {0, 0, 0},
         {-7 / ten, 0, 9 / ten}},
        {"SLE-C", "starts at the cusp of a heart", {one, one, 4 / ten, {}}, {}, {0, 0, 12 / ten}}};
  }

  template <class T>
  T lagrangian(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    auto const& [v1, v2, w] = v;
    T const u1 = v1 - b * w, u2 = v2 + a * w;
    return m * (u1 * u1 + u2 * u2) / 2 + I * w * w / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const&, Vec<T, 3> const& v) const {
    return {v[1]};
  }

  /// Body velocity at time t from v. With u = v1 - b w and D = a^2 + I/m,
  ///   u' = a w^2,   D w' = -a u w,
  /// so that (u, D^(1/2) w) = r (tanh, sech)(kappa t + c), kappa = a r/D.
  template <class T>
  Vec<T, 3> exact_velocity(Vec<T, 3> const& v, T const& t) const {
    using std::sqrt;
    T const D = T(a) * a + T(I) / m, root = sqrt(D), u = v[0] - b * v[2], w = root * v[2];
    T const r = sqrt(u * u + w * w);
    if (r == T(0)) return v;
    auto const [sech, tanh] = later_hyperbolic(w / r, u / r, T(a * r / D * t));
    T const w1 = r * sech / root;
    return {r * tanh + b * w1, T(0), w1};
  }
};

}  // namespace rattleback

#include "generated/chaplygin_sleigh.hpp"
