#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rolling.hpp"

namespace rattleback {

/// The rattleback (celt): an ellipsoid that rolls on the plane, with principal axes of inertia that
/// are turned against those of the ellipsoid.
///   L = m (vx^2 + vy^2 + (gamma . (w x r))^2)/2 + w . I w/2 + m g gamma . r
///   constraints: vx + (R (w x r))_1 = 0,   vy + (R (w x r))_2 = 0
///   r = -(a^2 gamma1, b^2 gamma2, c^2 gamma3)/|(a gamma1, b gamma2, c gamma3)| + (0, 0, hc)
/// (x, y) is the centre of mass, at the distance hc below the centre of the ellipsoid; the body
/// axes are those of the ellipsoid, the third one up at rest; gamma = R^T e3. Units m, kg, s. Kane
/// & Levinson 1982 as two public codes quote it, whose third axis points down: there I12 has the
/// other sign. The pitching frequency is 109 rad/s; neither direction of spin is stable.
template <class Scalar>
struct Rattleback {
  using Real = Scalar;
  using Space = Product<R<2>, SO3>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 1, a = fraction<Real, 20, 100>, b = fraction<Real, 3, 100>, c = fraction<Real, 2, 100>,
       hc = fraction<Real, 1, 100>;
  Real I11 = fraction<Real, 2, 10000>, I22 = fraction<Real, 16, 10000>,
       I33 = fraction<Real, 17, 10000>, I12 = fraction<Real, 2, 100000>,
       g = fraction<Real, 981, 100>;

  static constexpr auto parameters() {
    using P = Rattleback;
    return std::array{
        Parameter<P>{"m", &P::m, "mass", 0},
        Parameter<P>{"a", &P::a, "first half-axis of the ellipsoid", 0},
        Parameter<P>{"b", &P::b, "second half-axis of the ellipsoid", 0},
        Parameter<P>{"c", &P::c, "third half-axis of the ellipsoid", 0},
        Parameter<P>{"hc", &P::hc, "depth of the centre of mass below the ellipsoid's centre"},
        Parameter<P>{"I11", &P::I11, "moment of inertia about the first axis", 0},
        Parameter<P>{"I22", &P::I22, "moment of inertia about the second axis", 0},
        Parameter<P>{"I33", &P::I33, "moment of inertia about the third axis", 0},
        Parameter<P>{"I12", &P::I12, "product of inertia: what tells the two spins apart"},
        Parameter<P>{"g", &P::g, "gravity"}};
  }

  static ProblemCard card() {
    return {.id = "rattleback",
            .name = "Rattleback",
            .coordinates = rolling_coordinates(),
            .velocities = rolling_velocities(),
            .invariants = {},
            .reversing_symmetry =
                "(q, v) -> (q, -v), to the opposite spin; the motion is not known to have tori",
            .exact_solution = "",
            .source = "Kane & Levinson 1982, as public codes quote it",
            .invariant_measure =
                "none with a positive continuous density for I12 != 0: the trace at steady spin is "
                "not zero",
            .time_scale = 0.01};
  }

  static std::vector<Case<Rattleback>> cases() {
    using std::atan, std::cos, std::sin;
    Real const half_degree = 4 * atan(Real(1)) / 360, c = cos(half_degree), s = sin(half_degree);
    Vec<Real, 11> const tilted{0, 0, c, 0, s, s * s, c, -s * c, -c * s, s, c * c};
    return {{"reverses", "spin 5: it reverses within 3 s", {}, tilted, {0, 0, 0, 0, 5}},
            {"steady", "spin -5: it goes on for 11 s", {}, tilted, {0, 0, 0, 0, -5}}};
  }

  std::string domain_error(Vec<Real, 11> const&) const {
    auto const warnings = inertia_warnings(inertia());
    return warnings.empty() ? "" : warnings.front();
  }

  /// From the centre of mass to the point of contact, in the body frame.
  template <class T>
  Vec<T, 3> contact(Vec<T, 3> const& gamma) const {
    using std::sqrt;
    T const x = a * gamma[0], y = b * gamma[1], z = c * gamma[2];
    T const length = sqrt(x * x + y * y + z * z);
    return {-a * x / length, -b * y / length, hc - c * z / length};
  }
  template <class T>
  T lagrangian(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    return rolling_lagrangian(m, g, inertia(), contact(tail<3>(q)), q, v);
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 11> const& q, Vec<T, 5> const& v) const {
    return rolling_constraint(contact(tail<3>(q)), q, v);
  }

 private:
  Mat<Real, 3, 3> inertia() const { return {{{I11, I12, 0}, {I12, I22, 0}, {0, 0, I33}}}; }
};

}  // namespace rattleback

#include "generated/rattleback.hpp"
