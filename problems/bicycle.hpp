#pragma once

#include <cmath>
#include <limits>

#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// pi/10. (A variable, because GCC 12 fails on a call in the member's initialiser.)
template <class Real>
inline Real const eighteen_degrees = [] {
  using std::atan;
  return Real(4 * atan(Real(1)) / 10);
}();

/// Benchmark bicycle (Whipple model), nonlinear: rear wheel R, rear frame B with rider, front frame
/// H and front wheel F with sharp rims on the plane. Axes: 1 forward, 2 to the right, 3 down.
///   L = sum over R, B, H, F of  m |r'|^2/2 + w . I w/2 + m g r_3
///   constraints: x' + rR cos(psi) (theta' + theta_R') = 0,  y' + rR sin(psi) (theta' + theta_R') =
///                0,  r_F' + w_F x (rF d) = 0
/// (x, y) is the rear contact, psi the yaw, phi the lean, theta the pitch of the rear frame, delta
/// the steering angle, theta_R and theta_F are the angles of the wheels relative to the frames; d
/// is the unit vector from the front axle to the ground in the plane of the wheel. With
///   R_zx = R_z(psi) R_x(phi),  R_B = R_zx R_y(theta),  s = (sin lambda_s, 0, cos lambda_s)
/// the hub of the rear wheel is (x, y, 0) - rR R_zx e3, the steering axis R_B s contains the point
/// hub + R_B (w + c, 0, rR), and the front frame is turned about it by delta. The third component
/// of the front contact's velocity is the rate of its depth, which is holonomic: an invariant, zero
/// for wheels on the plane. Units m, kg, s; moments of inertia are matrix entries at rest, about
/// the centre of mass. Meijaard, Papadopoulos, Ruina & Schwab 2007.
template <class Scalar>
struct Bicycle {
  using Real = Scalar;
  using Space = R<8>;
  static constexpr int constraints = 5;
  static constexpr std::array dependent_velocities{0, 1, 2, 4, 7};

  Real w = fraction<Real, 102, 100>, c = fraction<Real, 8, 100>, lambda_s = eighteen_degrees<Real>,
       g = fraction<Real, 981, 100>;
  Real rR = fraction<Real, 3, 10>, mR = 2, IRxx = fraction<Real, 603, 10000>,
       IRyy = fraction<Real, 12, 100>;
  Real xB = fraction<Real, 3, 10>, zB = fraction<Real, -9, 10>, mB = 85,
       IBxx = fraction<Real, 92, 10>, IBxz = fraction<Real, 24, 10>, IByy = 11,
       IBzz = fraction<Real, 28, 10>;
  Real xH = fraction<Real, 9, 10>, zH = fraction<Real, -7, 10>, mH = 4,
       IHxx = fraction<Real, 5892, 100000>, IHxz = fraction<Real, -756, 100000>,
       IHyy = fraction<Real, 6, 100>, IHzz = fraction<Real, 708, 100000>;
  Real rF = fraction<Real, 35, 100>, mF = 3, IFxx = fraction<Real, 1405, 10000>,
       IFyy = fraction<Real, 28, 100>;

  static constexpr auto parameters() {
    using P = Bicycle;
    return std::array{
        Parameter<P>{"w", &P::w, "wheelbase", 0},
        Parameter<P>{"c", &P::c, "trail"},
        Parameter<P>{"lambda_s", &P::lambda_s, "tilt of the steering axis in radians"},
        Parameter<P>{"g", &P::g, "gravity"},
        Parameter<P>{"rR", &P::rR, "radius of the rear wheel", 0},
        Parameter<P>{"mR", &P::mR, "mass of the rear wheel", 0},
        Parameter<P>{"IRxx", &P::IRxx, "moment of inertia of the rear wheel about a diameter", 0},
        Parameter<P>{"IRyy", &P::IRyy, "moment of inertia of the rear wheel about its axle", 0},
        Parameter<P>{"xB", &P::xB, "centre of mass of the rear frame, forward"},
        Parameter<P>{"zB", &P::zB, "centre of mass of the rear frame, downward"},
        Parameter<P>{"mB", &P::mB, "mass of the rear frame with rider", 0},
        Parameter<P>{"IBxx", &P::IBxx, "entry xx of the inertia matrix of the rear frame", 0},
        Parameter<P>{"IBxz", &P::IBxz, "entry xz of the inertia matrix of the rear frame"},
        Parameter<P>{"IByy", &P::IByy, "entry yy of the inertia matrix of the rear frame", 0},
        Parameter<P>{"IBzz", &P::IBzz, "entry zz of the inertia matrix of the rear frame", 0},
        Parameter<P>{"xH", &P::xH, "centre of mass of the front frame, forward"},
        Parameter<P>{"zH", &P::zH, "centre of mass of the front frame, downward"},
        Parameter<P>{"mH", &P::mH, "mass of the front frame", 0},
        Parameter<P>{"IHxx", &P::IHxx, "entry xx of the inertia matrix of the front frame", 0},
        Parameter<P>{"IHxz", &P::IHxz, "entry xz of the inertia matrix of the front frame"},
        Parameter<P>{"IHyy", &P::IHyy, "entry yy of the inertia matrix of the front frame", 0},
        Parameter<P>{"IHzz", &P::IHzz, "entry zz of the inertia matrix of the front frame", 0},
        Parameter<P>{"rF", &P::rF, "radius of the front wheel", 0},
        Parameter<P>{"mF", &P::mF, "mass of the front wheel", 0},
        Parameter<P>{"IFxx", &P::IFxx, "moment of inertia of the front wheel about a diameter", 0},
        Parameter<P>{"IFyy", &P::IFyy, "moment of inertia of the front wheel about its axle", 0}};
  }

  static ProblemCard card() {
    std::vector<std::string> const coordinates{"x",     "y",     "psi",     "phi",
                                               "theta", "delta", "theta_R", "theta_F"};
    return {.id = "bicycle",
            .name = "Benchmark bicycle (Whipple model)",
            .coordinates = coordinates,
            .velocities = time_derivatives(coordinates),
            .invariants = {"front_depth"},
            .reversing_symmetry = "(q, v) -> (q, -v), to the motion backward",
            .exact_solution = "",
            .source = "Meijaard, Papadopoulos, Ruina & Schwab 2007; equations nonlinear",
            .time_scale = 0.04};
  }

  static std::vector<Case<Bicycle>> cases() {
    auto const upright = [](Real const& speed, Real const& roll_rate) {
      Bicycle const b;
      return Vec<Real, 8>{speed, 0, 0, roll_rate, 0, 0, -speed / b.rR, -speed / b.rF};
    };
    Real const hundred(100), tiny = 1 / Real(1000000);
    return {
        {"M2", "hands-free at speed 4.6", {}, {}, upright(460 / hundred, 50 / hundred)},
        {"weave", "speed 4: the weave grows and saturates", {}, {}, upright(4, 5 / hundred)},
        {"capsize", "speed 8: the bicycle leans more and more", {}, {}, upright(8, 1 / hundred)},
        {"weave-linear", "speed 4: growth of a small weave", {}, {}, upright(4, tiny)},
        {"capsize-linear", "speed 8: growth of a small lean", {}, {}, upright(8, tiny)}};
  }

  std::string domain_error(Vec<Real, 8> const& q) const {
    using std::cos;
    for (auto const& I :
         {rear_inertia(), front_inertia(), wheel_inertia(IRxx, IRyy), wheel_inertia(IFxx, IFyy)})
      if (auto const warnings = inertia_warnings(I); !warnings.empty()) return warnings.front();
    Real const tiny = std::numeric_limits<Real>::epsilon();
    if (cos(q[3]) * cos(q[3]) < tiny || front_wheel(q).squared_sine < tiny)
      return "a wheel lies flat: its contact point is not defined; the nearest valid initial "
             "conditions are at an angle";
    return "";
  }

  /// Wheels are axisymmetric: each forms one rigid body with its frame, whose inertia matrix is
  /// constant there, and its rotation relative to the frame adds a term. The whole bicycle is one
  /// body of the shape at delta, and the rate of delta adds terms with the unit vector s.
  template <class T>
  T lagrangian(Vec<T, 8> const& q, Vec<T, 8> const& v) const {
    Angle<T> const psi(q[2]), phi(q[3]), pitch(T(q[4] + lambda_s)), delta(q[5]);
    auto const spin = rear_spin(phi, v);
    auto const ground = psi.inverse().about_3(Vec<T, 3>{v[0], v[1], T(0)});
    T const along = -rR * v[2] * phi.sine, across = rR * v[3];  // hub relative to the contact
    Vec<T, 3> const hub{ground[0] + along, phi.cosine * ground[1] + across, -phi.sine * ground[1]};
    T const squared_speed = v[0] * v[0] + v[1] * v[1] + along * along + across * across +
                            2 * (along * ground[0] + phi.cosine * across * ground[1]);
    auto const front = about_3(delta, in<T>(front_body()));
    auto const whole = about_2(pitch, sum(in<T>(rear_body()), shifted(front, steering_point())));
    Vec<T, 3> const moved{-front.moment[1], front.moment[0], T(0)};  // s x first moment
    auto const steered = front.inertia.row[2] + cross(in<T>(steering_point()), moved);
    return (whole.mass * squared_speed + dot(spin, whole.inertia * spin)) / 2 +
           dot(hub, cross(spin, whole.moment)) +
           v[5] * (dot(pitch.about_2(moved), hub) + dot(pitch.about_2(steered), spin) +
                   front.inertia(2, 2) * v[5] / 2) +
           IRyy * v[6] * (spin[1] + v[6] / 2) +
           IFyy * v[7] * (dot(front_wheel(q).axle, spin) + v[7] / 2) +
           g * (phi.sine * whole.moment[1] + phi.cosine * (whole.moment[2] - rR * whole.mass));
  }
  template <class T>
  Vec<T, 5> constraint(Vec<T, 8> const& q, Vec<T, 8> const& v) const {
    using std::sqrt;
    Angle<T> const psi(q[2]), phi(q[3]), pitch(T(q[4] + lambda_s));
    auto const spin = rear_spin(phi, v);
    auto const [axle, to_axis, from_axis, n_down, squared_sine] = front_wheel(q);
    Vec<T, 3> const down{T(0), phi.sine, phi.cosine};
    auto const to_contact = (rF / sqrt(squared_sine)) * (down - n_down * axle);
    auto const lever = from_axis + to_contact;
    Vec<T, 3> const s{pitch.sine, T(0), pitch.cosine};
    auto const relative = Vec<T, 3>{-rR * v[2] * phi.sine, rR * v[3], T(0)} +
                          cross(spin, to_axis + lever) + v[5] * cross(s, lever) +
                          v[7] * cross(axle, to_contact);
    auto const slip = psi.about_3(phi.about_1(relative));
    T const rolled = rR * (v[4] + v[6]);
    return {v[0] + psi.cosine * rolled, v[1] + psi.sine * rolled, v[0] + slip[0], v[1] + slip[1],
            slip[2]};
  }

  /// Depth of the front contact below the plane.
  template <class T>
  Vec<T, 1> invariants(Vec<T, 8> const& q, Vec<T, 8> const&) const {
    using std::sqrt;
    Angle<T> const phi(q[3]);
    auto const wheel = front_wheel(q);
    auto const from_hub = wheel.to_axis + wheel.from_axis;
    return {phi.sine * from_hub[1] + phi.cosine * (from_hub[2] - rR) +
            rF * sqrt(wheel.squared_sine)};
  }

 private:
  /// Rotation by an angle about a coordinate axis.
  template <class T>
  struct Angle {
    T cosine, sine;
    explicit Angle(T const& angle) {
      using std::cos, std::sin;
      cosine = cos(angle);
      sine = sin(angle);
    }
    Angle(T const& cosine, T const& sine) : cosine(cosine), sine(sine) {}
    Angle inverse() const { return {cosine, -sine}; }
    Vec<T, 3> about_1(Vec<T, 3> const& a) const {
      return {a[0], cosine * a[1] - sine * a[2], sine * a[1] + cosine * a[2]};
    }
    Vec<T, 3> about_2(Vec<T, 3> const& a) const {
      return {cosine * a[0] + sine * a[2], a[1], cosine * a[2] - sine * a[0]};
    }
    Vec<T, 3> about_3(Vec<T, 3> const& a) const {
      return {cosine * a[0] - sine * a[1], sine * a[0] + cosine * a[1], a[2]};
    }
  };
  /// Mass, first moment and inertia matrix about a reference point.
  template <class T>
  struct Body {
    T mass;
    Vec<T, 3> moment;
    Mat<T, 3, 3> inertia;
  };
  /// Front wheel in the axes R_zx.
  template <class T>
  struct FrontWheel {
    Vec<T, 3> axle;       ///< unit vector n
    Vec<T, 3> to_axis;    ///< from the rear hub to the point of the steering axis
    Vec<T, 3> from_axis;  ///< from there to the centre of the wheel
    T n_down;             ///< n_3
    T squared_sine;       ///< 1 - n_3^2
  };

  template <class T>
  FrontWheel<T> front_wheel(Vec<T, 8> const& q) const {
    Angle<T> const phi(q[3]), pitch(T(q[4] + lambda_s)), delta(q[5]);
    auto const axle = pitch.about_2(Vec<T, 3>{-delta.sine, delta.cosine, T(0)});
    T const n_down = phi.sine * axle[1] + phi.cosine * axle[2];
    return {axle, pitch.about_2(in<T>(steering_point())),
            pitch.about_2(delta.about_3(in<T>(tilted({-c, Real(0), -rF})))), n_down,
            T(1) - n_down * n_down};
  }
  /// Angular velocity of the rear frame in the axes R_zx.
  template <class T>
  static Vec<T, 3> rear_spin(Angle<T> const& phi, Vec<T, 8> const& v) {
    return {v[3], v[4] + v[2] * phi.sine, v[2] * phi.cosine};
  }

  /// Components with respect to the axes at rest, turned by lambda_s: the third one is s.
  Vec<Real, 3> tilted(Vec<Real, 3> const& a) const {
    return Angle<Real>(lambda_s).inverse().about_2(a);
  }
  /// Point of the steering axis that is on the ground at rest, from the rear hub.
  Vec<Real, 3> steering_point() const { return tilted({w + c, Real(0), rR}); }

  static Mat<Real, 3, 3> wheel_inertia(Real const& xx, Real const& yy) {
    return diagonal(Vec<Real, 3>{xx, yy, xx});
  }
  Mat<Real, 3, 3> rear_inertia() const {
    return {{{IBxx, 0, IBxz}, {0, IByy, 0}, {IBxz, 0, IBzz}}};
  }
  Mat<Real, 3, 3> front_inertia() const {
    return {{{IHxx, 0, IHxz}, {0, IHyy, 0}, {IHxz, 0, IHzz}}};
  }
  /// Bodies about the rear hub, and about the point of the steering axis at delta = 0.
  Body<Real> rear_body() const {
    return sum(part(mR, wheel_inertia(IRxx, IRyy), Vec<Real, 3>{}),
               part(mB, rear_inertia(), Vec<Real, 3>{xB, 0, zB + rR}));
  }
  Body<Real> front_body() const {
    return sum(part(mH, front_inertia(), Vec<Real, 3>{xH - w - c, 0, zH}),
               part(mF, wheel_inertia(IFxx, IFyy), Vec<Real, 3>{-c, 0, -rF}));
  }
  /// Part with its centre of mass at r and the inertia matrix I about it, in tilted axes.
  Body<Real> part(Real const& m, Mat<Real, 3, 3> const& I, Vec<Real, 3> const& r) const {
    return about_2(Angle<Real>(lambda_s).inverse(), shifted(Body<Real>{m, Vec<Real, 3>{}, I}, r));
  }

  template <class T>
  static Body<T> about_2(Angle<T> const& angle, Body<T> const& body) {
    auto const& I = body.inertia;
    T const c = angle.cosine, s = angle.sine;
    T const xx = c * c * I(0, 0) + 2 * c * s * I(0, 2) + s * s * I(2, 2);
    T const xz = c * s * (I(2, 2) - I(0, 0)) + (c * c - s * s) * I(0, 2);
    T const xy = c * I(0, 1) + s * I(1, 2), yz = c * I(1, 2) - s * I(0, 1);
    return {body.mass,
            angle.about_2(body.moment),
            {{{xx, xy, xz}, {xy, I(1, 1), yz}, {xz, yz, I(0, 0) + I(2, 2) - xx}}}};
  }
  template <class T>
  static Body<T> about_3(Angle<T> const& angle, Body<T> const& body) {
    auto const& I = body.inertia;
    T const c = angle.cosine, s = angle.sine;
    T const xx = c * c * I(0, 0) - 2 * c * s * I(0, 1) + s * s * I(1, 1);
    T const xy = c * s * (I(0, 0) - I(1, 1)) + (c * c - s * s) * I(0, 1);
    T const xz = c * I(0, 2) - s * I(1, 2), yz = s * I(0, 2) + c * I(1, 2);
    return {body.mass,
            angle.about_3(body.moment),
            {{{xx, xy, xz}, {xy, I(0, 0) + I(1, 1) - xx, yz}, {xz, yz, I(2, 2)}}}};
  }
  /// Body about the point from which its reference point is at r = (x, 0, z).
  template <class T>
  static Body<T> shifted(Body<T> const& body, Vec<Real, 3> const& r) {
    auto const& [m, h, I] = body;
    Real const x = r[0], z = r[2];
    T const of_x = x * (m * x + 2 * h[0]), of_z = z * (m * z + 2 * h[2]);
    T const xy = I(0, 1) - x * h[1], yz = I(1, 2) - z * h[1];
    T const xz = I(0, 2) - (m * x * z + x * h[2] + z * h[0]);
    return {
        m,
        {h[0] + m * x, h[1], h[2] + m * z},
        {{{I(0, 0) + of_z, xy, xz}, {xy, I(1, 1) + of_x + of_z, yz}, {xz, yz, I(2, 2) + of_x}}}};
  }
  template <class T>
  static Body<T> sum(Body<T> const& a, Body<T> const& b) {
    Body<T> both{a.mass + b.mass, a.moment + b.moment, {}};
    for (int i = 0; i < 3; ++i) both.inertia.row[i] = a.inertia.row[i] + b.inertia.row[i];
    return both;
  }
  template <class T>
  static Vec<T, 3> in(Vec<Real, 3> const& a) {
    return cast<T>(a);
  }
  template <class T>
  static Body<T> in(Body<Real> const& body) {
    Body<T> other{T(body.mass), cast<T>(body.moment), {}};
    for (int i = 0; i < 3; ++i) other.inertia.row[i] = cast<T>(body.inertia.row[i]);
    return other;
  }
};

}  // namespace rattleback

#include "generated/bicycle.hpp"
