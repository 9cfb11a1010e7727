#pragma once

#include <cmath>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback {

/// A disk that stays upright and rolls on the plane.
///   L = m (vx^2 + vy^2)/2 + I vphi^2/2 + J vtheta^2/2
///   constraints: vx - r cos(phi) vtheta = 0,   vy - r sin(phi) vtheta = 0
/// phi is the heading, theta the rolling angle. Both rates are constant and the centre moves on a
/// circle. No special case of a disk that may tilt: such a disk leans when it turns.
/// A textbook example.
template <class Scalar>
struct VerticalDisk {
  using Real = Scalar;
  using Space = R<4>;
  static constexpr int constraints = 2;
  static constexpr std::array dependent_velocities{0, 1};

  Real m = 1, r = 1, I = fraction<Real, 1, 4>, J = fraction<Real, 1, 2>;

  static constexpr auto parameters() {
    using P = VerticalDisk;
    return std::array{Parameter<P>{"m", &P::m, "mass", 0}, Parameter<P>{"r", &P::r, "radius", 0},
                      Parameter<P>{"I", &P::I, "moment of inertia about a diameter", 0},
                      Parameter<P>{"J", &P::J, "moment of inertia about the axle", 0}};
  }

  static ProblemCard card() {
    return {.id = "vertical_disk",
            .name = "Vertical rolling disk",
            .coordinates = {"x", "y", "phi", "theta"},
            .velocities = {"vx", "vy", "vphi", "vtheta"},
            .invariants = {"vphi", "vtheta"},
            .reversing_symmetry =
                "(q, v) -> (q, -v), to another torus; (x, y, phi, theta, vx, vy, vphi, vtheta) -> "
                "(x, -y, pi - phi, -theta, -vx, vy, vphi, vtheta), to a translate of the same one",
            .exact_solution = "phi = phi0 + vphi t, the centre on a circle of radius r vtheta/vphi",
            .source = "textbook example",
            .invariant_measure = "dx dy dphi dtheta dvphi dvtheta"};
  }

  static std::vector<Case<VerticalDisk>> cases() {
    Real const ten(10);
    return {{"circle", "turns at .7 and rolls at 1.1", {}, {}, {0, 0, 7 / ten, 11 / ten}}};
  }

  std::string domain_error(Vec<Real, 4> const&) const {
    return J > 2 * I ? "no rigid body has these moments of inertia: J <= 2 I is violated" : "";
  }

  template <class T>
  T lagrangian(Vec<T, 4> const&, Vec<T, 4> const& v) const {
    auto const& [vx, vy, vphi, vtheta] = v;
    return m * (vx * vx + vy * vy) / 2 + I * vphi * vphi / 2 + J * vtheta * vtheta / 2;
  }
  template <class T>
  Vec<T, 2> constraint(Vec<T, 4> const& q, Vec<T, 4> const& v) const {
    using std::cos, std::sin;
    auto const& [vx, vy, vphi, vtheta] = v;
    return {vx - r * cos(q[2]) * vtheta, vy - r * sin(q[2]) * vtheta};
  }
  template <class T>
  Vec<T, 2> invariants(Vec<T, 4> const&, Vec<T, 4> const& v) const {
    return {v[2], v[3]};
  }

  /// A chord of length (2 r s/w) sin(w t/2) in the mean direction, for the rates w and s.
  template <class T>
  std::pair<Vec<T, 4>, Vec<T, 4>> exact(Vec<T, 4> const& q, Vec<T, 4> const& v, T const& t) const {
    using std::cos, std::sin;
    T const w = v[2], s = v[3], phi = q[2] + w * t, middle = q[2] + w * t / 2;
    T const chord = r * s * (w == T(0) ? t : T(2 * sin(w * t / 2) / w));
    return {{q[0] + chord * cos(middle), q[1] + chord * sin(middle), phi, q[3] + s * t},
            {r * s * cos(phi), r * s * sin(phi), w, s}};
  }
};

}  // namespace rattleback

#include "generated/vertical_disk.hpp"
