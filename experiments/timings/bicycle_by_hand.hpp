#pragma once
// Right-hand side of the bicycle, written by hand for comparison with the generated code.

#include <array>
#include <cmath>

#include "generated/bicycle.hpp"

namespace rattleback {

/// Motion (q; u) of the bicycle by recursive kinematics and one elimination:
///   M u' = F + A^T lambda,   A u' = -A' u
/// M and F are sums over two rigid bodies, each a frame with its wheel, of projected momenta and of
/// momentum rates at u' = 0. Vectors are components in the frame of the body.
class BicycleByHand {
 public:
  using V = Vec<double, 3>;

  explicit BicycleByHand(Bicycle<double> const& b) : b_(b) {
    rear_ = combined({b.mR, 0, 0, b.IRxx, 0, b.IRyy, b.IRxx},
                     {b.mB, b.xB, b.zB + b.rR, b.IBxx, b.IBxz, b.IByy, b.IBzz});
    front_ = combined({b.mH, b.xH - b.w - b.c, b.zH, b.IHxx, b.IHxz, b.IHyy, b.IHzz},
                      {b.mF, -b.c, -b.rF, b.IFxx, 0, b.IFyy, b.IFxx});
    tilt_ = {std::cos(b.lambda_s), std::sin(b.lambda_s)};
  }

  void operator()(double const* state, double* derivative, double* multipliers) {
    double const *q = state, *u = state + 8;
    Angle const psi(q[2]), phi(q[3]), theta(q[4]), delta(q[5]);
    double const w1 = u[2] * phi.s, w2 = u[2] * phi.c;

    // The leaning plane: columns of velocities and rates at u' = 0, of the rear frame's hub.
    double const r = b_.rR;
    V columns[5] = {{psi.c, -psi.s * phi.c, psi.s * phi.s},
                    {psi.s, psi.c * phi.c, -psi.c * phi.s},
                    {-r * phi.s, 0, 0},
                    {0, r, 0},
                    {0, 0, 0}};
    V turns[5] = {{0, 0, 0}, {0, 0, 0}, {0, phi.s, phi.c}, {1, 0, 0}, {0, 1, 0}};
    V hub_rate{-2 * r * u[3] * w2, -r * w1 * w2, r * (u[3] * u[3] + w1 * w1)};
    V turn_rate{-w2 * u[4], u[3] * w2, u[3] * (u[4] - w1)};
    V down{0, phi.s, phi.c};

    // Rear frame.
    Motion rear;
    rear.count = 5;
    for (int k = 0; k < 5; ++k) {
      rear.velocity[k] = theta.back_2(columns[k]);
      rear.turn[k] = theta.back_2(turns[k]);
    }
    rear.rate = theta.back_2(hub_rate);
    rear.turn_rate = theta.back_2(turn_rate);
    rear.down = theta.back_2(down);
    rear.spin = theta.back_2({u[3], w1 + u[4], w2});

    // Front frame, about the point S of the steering axis.
    V const to_S{b_.w + b_.c, 0, r}, axis{tilt_.s, 0, tilt_.c};
    Motion front;
    front.count = 6;
    auto const turned = [&](V const& a) { return tilt_.forth_2(delta.back_3(tilt_.back_2(a))); };
    for (int k = 0; k < 5; ++k) {
      front.velocity[k] = turned(rear.velocity[k] + flat_cross(rear.turn[k], to_S));
      front.turn[k] = turned(rear.turn[k]);
    }
    front.velocity[5] = {0, 0, 0};
    front.turn[5] = axis;
    V const S_rate = rear.rate + flat_cross(rear.turn_rate, to_S) +
                     cross(rear.spin, flat_cross(rear.spin, to_S));
    V const steering = u[5] * axis, spin = turned(rear.spin);
    front.rate = turned(S_rate);
    front.turn_rate = turned(rear.turn_rate) + cross(spin, steering);
    front.spin = spin + steering;
    front.down = turned(rear.down);

    // Mass matrix and forces.
    for (auto& row : mass_) row.fill(0);
    force_.fill(0);
    add(rear_, rear, b_.IRyy, u[6], 6);
    add(front_, front, b_.IFyy, u[7], 7);

    // Constraints.
    for (auto& row : forms_) row.fill(0);
    double const slip = r * (u[4] + u[6]);
    forms_[0][0] = forms_[1][1] = 1;
    forms_[0][4] = forms_[0][6] = r * psi.c;
    forms_[1][4] = forms_[1][6] = r * psi.s;
    rest_[0] = psi.s * u[2] * slip;
    rest_[1] = -psi.c * u[2] * slip;
    V const& k = front.down;
    double const over = 1 / std::sqrt(k[0] * k[0] + k[2] * k[2]), d0 = k[0] * over,
                 d2 = k[2] * over, rF = b_.rF;
    V const contact{rF * d0, 0, rF * d2}, to_contact{contact[0] - b_.c, 0, contact[2] - rF};
    V const to_axle{-b_.c, 0, -rF};
    auto const in_space = [&](V const& a, int column) {
      V const x = theta.forth_2(tilt_.forth_2(delta.forth_3(tilt_.back_2(a))));
      double const y = phi.c * x[1] - phi.s * x[2];
      double const z = phi.s * x[1] + phi.c * x[2];
      V const out{psi.c * x[0] - psi.s * y, psi.s * x[0] + psi.c * y, z};
      if (column >= 0)
        for (int i = 0; i < 3; ++i) forms_[2 + i][column] = out[i];
      return out;
    };
    forms_[2][0] = forms_[3][1] = 1;
    for (int j = 2; j < 6; ++j)
      in_space(front.velocity[j] + flat_cross(front.turn[j], to_contact), j);
    in_space({contact[2], 0, -contact[0]}, 7);
    V const fall = cross(k, front.spin);  // rate of the downward direction in the frame
    double const along = d0 * fall[0] + d2 * fall[2], scale = rF * over;
    V const moved{scale * (fall[0] - d0 * along), 0, scale * (fall[2] - d2 * along)};
    V const wheel{0, u[7], 0}, wheel_spin = front.spin + wheel;
    V const bias = in_space(front.rate + flat_cross(front.turn_rate, to_axle) +
                                cross(front.spin, flat_cross(front.spin, to_axle)) +
                                flat_cross(front.turn_rate + cross(front.spin, wheel), contact) +
                                cross(wheel_spin, moved + flat_cross(front.spin, contact)),
                            -1);
    for (int i = 0; i < 3; ++i) rest_[2 + i] = -bias[i];

    solve(derivative + 8, multipliers);
    for (int i = 0; i < 8; ++i) derivative[i] = u[i];
  }

 private:
  struct Angle {
    double c = 1, s = 0;
    Angle() = default;
    Angle(double c, double s) : c(c), s(s) {}
    explicit Angle(double angle) : c(std::cos(angle)), s(std::sin(angle)) {}
    V forth_2(V const& a) const { return {c * a[0] + s * a[2], a[1], c * a[2] - s * a[0]}; }
    V back_2(V const& a) const { return {c * a[0] - s * a[2], a[1], c * a[2] + s * a[0]}; }
    V forth_3(V const& a) const { return {c * a[0] - s * a[1], c * a[1] + s * a[0], a[2]}; }
    V back_3(V const& a) const { return {c * a[0] + s * a[1], c * a[1] - s * a[0], a[2]}; }
  };
  /// Mass, first moment (x, 0, z) and inertia matrix about the reference point.
  struct Body {
    double m = 0, x = 0, z = 0, xx = 0, xz = 0, yy = 0, zz = 0;
  };
  /// Columns of velocities, rates at u' = 0, angular velocity and direction of gravity.
  struct Motion {
    int count = 0;
    V velocity[6], turn[6], rate, turn_rate, spin, down;
  };

  /// Sum of two parts, whose moments of inertia are about their centres of mass (x, 0, z).
  static Body combined(Body const& a, Body const& b) {
    Body sum;
    for (auto const& [m, x, z, xx, xz, yy, zz] : {a, b}) {
      sum.m += m;
      sum.x += m * x;
      sum.z += m * z;
      sum.xx += xx + m * z * z;
      sum.xz += xz - m * x * z;
      sum.yy += yy + m * (x * x + z * z);
      sum.zz += zz + m * x * x;
    }
    return sum;
  }
  /// Returns a x r for r = (x, 0, z).
  static V flat_cross(V const& a, V const& r) {
    return {a[1] * r[2], a[2] * r[0] - a[0] * r[2], -a[1] * r[0]};
  }
  static V times_inertia(Body const& body, V const& a) {
    return {body.xx * a[0] + body.xz * a[2], body.yy * a[1], body.xz * a[0] + body.zz * a[2]};
  }

  void add(Body const& body, Motion const& motion, double axial, double wheel_rate, int wheel) {
    V const moment{body.x, 0, body.z};
    for (int j = 0; j < motion.count; ++j) {
      V const p = body.m * motion.velocity[j] + flat_cross(motion.turn[j], moment);
      V const n = times_inertia(body, motion.turn[j]) - flat_cross(motion.velocity[j], moment);
      for (int i = 0; i <= j; ++i)
        mass_[j][i] += dot(motion.velocity[i], p) + dot(motion.turn[i], n);
      mass_[wheel][j] += axial * motion.turn[j][1];
    }
    mass_[wheel][wheel] += axial;
    V const fall = motion.rate - b_.g * motion.down, w = motion.spin;
    V const F =
        body.m * fall + flat_cross(motion.turn_rate, moment) + cross(w, flat_cross(w, moment));
    V const N = times_inertia(body, motion.turn_rate) - flat_cross(fall, moment) +
                cross(w, times_inertia(body, w) + V{0, axial * wheel_rate, 0});
    for (int j = 0; j < motion.count; ++j)
      force_[j] -= dot(motion.velocity[j], F) + dot(motion.turn[j], N);
    force_[wheel] -= axial * motion.turn_rate[1];
  }

  /// M = L D L^T, then multipliers from the Schur complement A M^-1 A^T.
  void solve(double* rate, double* multipliers) {
    double inverse[8];
    for (int j = 0; j < 8; ++j) {
      double scaled[8], pivot = mass_[j][j];
      for (int k = 0; k < j; ++k) {
        scaled[k] = mass_[j][k];
        for (int l = 0; l < k; ++l) scaled[k] -= scaled[l] * mass_[k][l];
      }
      for (int k = 0; k < j; ++k) {
        mass_[j][k] = scaled[k] * inverse[k];
        pivot -= scaled[k] * mass_[j][k];
      }
      inverse[j] = 1 / pivot;
    }
    auto const forward = [&](std::array<double, 8>& x) {
      for (int i = 1; i < 8; ++i)
        for (int k = 0; k < i; ++k) x[i] -= mass_[i][k] * x[k];
    };
    forward(force_);
    for (auto& form : forms_) forward(form);
    double schur[5][5], reciprocal[5];
    for (int i = 0; i < 5; ++i) {
      std::array<double, 8> scaled;
      for (int k = 0; k < 8; ++k) scaled[k] = forms_[i][k] * inverse[k];
      double value = rest_[i];
      for (int k = 0; k < 8; ++k) value -= scaled[k] * force_[k];
      multipliers[i] = value;
      for (int j = i; j < 5; ++j) {
        double entry = 0;
        for (int k = 0; k < 8; ++k) entry += scaled[k] * forms_[j][k];
        schur[j][i] = entry;
      }
    }
    for (int j = 0; j < 5; ++j) {
      reciprocal[j] = 1 / schur[j][j];
      for (int i = j + 1; i < 5; ++i) {
        double const factor = schur[i][j] * reciprocal[j];
        for (int k = i; k < 5; ++k) schur[k][i] -= factor * schur[k][j];
        multipliers[i] -= factor * multipliers[j];
      }
    }
    for (int i = 4; i >= 0; --i) {
      for (int k = i + 1; k < 5; ++k) multipliers[i] -= schur[k][i] * multipliers[k];
      multipliers[i] *= reciprocal[i];
    }
    for (int k = 0; k < 8; ++k) {
      double value = force_[k];
      for (int i = 0; i < 5; ++i) value += forms_[i][k] * multipliers[i];
      rate[k] = value * inverse[k];
    }
    for (int i = 7; i >= 0; --i)
      for (int k = i + 1; k < 8; ++k) rate[i] -= mass_[k][i] * rate[k];
  }

  Bicycle<double> b_;
  Body rear_, front_;
  Angle tilt_;
  std::array<std::array<double, 8>, 8> mass_;  ///< lower triangle, then the factor L
  std::array<double, 8> force_;
  std::array<std::array<double, 8>, 5> forms_;
  std::array<double, 5> rest_;
};

}  // namespace rattleback
