#pragma once
// Rolling body and two-wheeled robot: one statement for all physics engines and for their study.

#include <Eigen/Dense>
#include <cmath>

namespace rattleback::engines {

using Vec = Eigen::Vector3d;
using Mat = Eigen::Matrix3d;

/// Ellipsoid that rolls on the plane z = 0. A ball has equal half-axes, a thin disk the third one
/// zero.
struct Body {
  double m;  ///< mass
  Mat I;     ///< moments of inertia about the centre of mass, body frame
  Vec A, d;  ///< half-axes; centre of the ellipsoid from the centre of mass, body frame
  double g;  ///< gravity

  /// Returns the contact point from the centre of mass, in the body frame. gamma: vertical there.
  Vec contact(Vec const& gamma) const {
    Vec const n = A.cwiseProduct(gamma);
    return d - A.cwiseProduct(n) / n.norm();
  }
  /// Returns the time derivative of the contact point along gamma' = gamma x w.
  Vec contact_rate(Vec const& gamma, Vec const& w) const {
    Vec const n = A.cwiseProduct(gamma), dn = A.cwiseProduct(Vec(gamma.cross(w)));
    double const l = n.norm();
    return -A.cwiseProduct(Vec(dn / l - n * (n.dot(dn) / (l * l * l))));
  }
};

/// Position and velocity of the centre of mass, rotation from the body to space, and angular
/// velocity in the body frame: 18 numbers in this order, the rotation after the position.
struct Motion {
  Vec p, v, w;
  Mat R;

  Vec contact(Body const& b) const { return R * b.contact(R.transpose() * Vec::UnitZ()); }
  Vec slip(Body const& b) const { return v + (R * w).cross(contact(b)); }
  double energy(Body const& b) const {
    return b.m * v.squaredNorm() / 2 + w.dot(b.I * w) / 2 + b.m * b.g * p[2];
  }
};

/// Robot with two wheels: parameters of the problem differential_drive. Engines need wheels with a
/// mass; the chassis has the rest, and total mass, centre of mass and inertia are the problem's.
struct Robot {
  double m, I, Iw, a, bw, r, gs, u0, u1, w, c;
  static constexpr double wheel_mass = 0.1;

  /// Returns the torque of a motor. side: 1 right, -1 left.
  double torque(double t, double rate, int side) const {
    return u0 + side * u1 * std::sin(w * t) - c * rate;
  }
  double chassis_mass() const { return m - 2 * wheel_mass; }
  /// Returns the distance of the chassis' centre of mass from the axle.
  double chassis_ahead() const { return m * a / chassis_mass(); }
  /// Returns the moment of inertia of the chassis about its vertical; a wheel has Iw/2 about it.
  double chassis_inertia() const {
    double const d = chassis_ahead();
    return I + m * a * a - chassis_mass() * d * d - Iw - 2 * wheel_mass * bw * bw;
  }
};

}  // namespace rattleback::engines
