// Open Dynamics Engine: a contact joint at the body's own contact point, infinite friction. Keys:
// predict (steps by which the pose of the contact is ahead), gyroscopic, cfm.

#include <ode/ode.h>

#include <algorithm>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {
namespace {

/// World of one step size; contacts last one step.
class World : public Engine {
 protected:
  using Rows = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

  explicit World(Case const& c) : c_(c), h_(c.step()), gyroscopic_(c.number("gyroscopic", 1) > 0) {
    dInitODE2(0);
    world_ = dWorldCreate();
    group_ = dJointGroupCreate(0);
  }
  ~World() override {
    dJointGroupDestroy(group_);
    dWorldDestroy(world_);
    dCloseODE();
  }
  dBodyID add(double m, Mat const& I, Motion const& z) {
    dBodyID const body = dBodyCreate(world_);
    dMass mass;
    dMassSetParameters(&mass, m, 0, 0, 0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
    dBodySetMass(body, &mass);
    dBodySetGyroscopicMode(body, gyroscopic_);
    dBodySetFiniteRotationMode(body, 1);
    dMatrix3 R{};
    for (int i = 0; i < 9; ++i) R[4 * (i / 3) + i % 3] = z.R(i / 3, i % 3);
    Vec const w = z.R * z.w;
    dBodySetPosition(body, z.p[0], z.p[1], z.p[2]);
    dBodySetRotation(body, R);
    dBodySetLinearVel(body, z.v[0], z.v[1], z.v[2]);
    dBodySetAngularVel(body, w[0], w[1], w[2]);
    return body;
  }
  static Motion motion_of(dBodyID body) {
    Mat const R = Eigen::Map<Rows const>(dBodyGetRotation(body)).leftCols<3>();
    return {Vec(dBodyGetPosition(body)), Vec(dBodyGetLinearVel(body)),
            R.transpose() * Vec(dBodyGetAngularVel(body)), R};
  }
  void touch(dBodyID body, Vec const& at, double depth) {
    dContact contact{};
    contact.surface.mode = dContactApprox0;
    contact.surface.mu = dInfinity;
    std::copy_n(at.data(), 3, contact.geom.pos);
    contact.geom.normal[2] = 1;
    contact.geom.depth = depth;
    dJointAttach(dJointCreateContact(world_, group_, &contact), body, nullptr);
  }
  void advance() {
    dWorldStep(world_, h_);
    dJointGroupEmpty(group_);
  }
  static double energy_of(dBodyID body, Vec const& gravity) {
    Motion const z = motion_of(body);
    dMass mass;
    dBodyGetMass(body, &mass);
    Mat const I = Eigen::Map<Rows const>(mass.I).leftCols<3>();
    return mass.mass * (z.v.squaredNorm() / 2 - gravity.dot(z.p)) + z.w.dot(I * z.w) / 2;
  }

  Case const c_;
  double const h_;
  int const gyroscopic_;
  dWorldID world_;
  dJointGroupID group_;
};

class Rolling final : public World {
 public:
  explicit Rolling(Case const& c) : World(c), b_(c.body()), ahead_(h_ * c.number("predict", 0)) {
    dWorldSetGravity(world_, 0, 0, -b_.g);
    dWorldSetCFM(world_, c.number("cfm", 0));
    body_ = add(b_.m, b_.I, c.start());
  }
  void step() override {
    Motion const z = motion_of(body_);
    Mat const turn = Eigen::AngleAxisd(ahead_ * z.w.norm(), z.w.normalized()).toRotationMatrix();
    Vec const s = b_.contact((z.R * turn).transpose() * Vec::UnitZ());
    Vec const at = z.p + z.R * (turn * s);
    touch(body_, at, std::max(0., -at[2]));
    advance();
  }
  std::vector<double> state() const override { return numbers_of(motion_of(body_)); }
  double energy() const override { return energy_of(body_, {0, 0, -b_.g}); }

 private:
  Body const b_;
  double const ahead_;
  dBodyID body_;
};

/// Chassis in the plane, wheels on hinges.
class Drive final : public World {
 public:
  explicit Drive(Case const& c) : World(c), b_(c.robot()), q_(c.numbers("q")) {
    dWorldSetGravity(world_, -b_.gs, 0, 0);
    dWorldSetCFM(world_, c.number("cfm", 1e-10));  // both wheels forbid the same slip
    auto const v = c.numbers("v");
    Mat const R = Eigen::AngleAxisd(q_[2], Vec::UnitZ()).toRotationMatrix();
    // Plane2D keeps z = 0.
    auto const part = [&](double m, Vec const& I, double x, double y, double spin) {
      Vec const from = R * Vec(x - b_.a, y, 0);
      return add(m, I.asDiagonal(),
                 {Vec(q_[0], q_[1], 0) + from,
                  Vec(v[0], v[1], 0) + v[2] * Vec::UnitZ().cross(from),
                  {0, spin, v[2]},
                  R});
    };
    chassis_ = part(b_.chassis_mass(), {0.1, 0.1, b_.chassis_inertia()}, b_.chassis_ahead(), 0, 0);
    dJointAttach(dJointCreatePlane2D(world_, nullptr), chassis_, nullptr);
    for (int const i : {0, 1}) {  // the right wheel is at -y
      double const y = i == 0 ? -b_.bw : b_.bw;
      wheel_[i] =
          part(Robot::wheel_mass, {b_.Iw / 2, b_.Iw, b_.Iw / 2}, 0, y, v[std::size_t(3 + i)]);
      hinge_[i] = dJointCreateHinge(world_, nullptr);
      dJointAttach(hinge_[i], wheel_[i], chassis_);
      dReal const* const p = dBodyGetPosition(wheel_[i]);
      dJointSetHingeAnchor(hinge_[i], p[0], p[1], p[2]);
      dJointSetHingeAxis(hinge_[i], R(0, 1), R(1, 1), 0);
    }
  }
  void step() override {
    for (int const i : {0, 1}) {
      dJointAddHingeTorque(hinge_[i], b_.torque(t_, rate(i), i == 0 ? 1 : -1));
      touch(wheel_[i], Vec(dBodyGetPosition(wheel_[i])) - b_.r * Vec::UnitZ(), 0);
    }
    advance();
    for (int const i : {0, 1}) q_[std::size_t(3 + i)] += h_ * rate(i);
    Mat const R = motion_of(chassis_).R;
    q_[2] += std::remainder(std::atan2(R(1, 0), R(0, 0)) - q_[2], 2 * M_PI);
    t_ += h_;
  }
  std::vector<double> state() const override {
    Motion const z = motion_of(chassis_);
    Vec const back = z.R * Vec(b_.a - b_.chassis_ahead(), 0, 0), p = z.p + back,
              v = z.v + z.w[2] * Vec::UnitZ().cross(back);
    return {p[0], p[1], q_[2], q_[3], q_[4], v[0], v[1], z.w[2], rate(0), rate(1)};
  }
  double energy() const override {
    Vec const gravity(-b_.gs, 0, 0);
    return energy_of(chassis_, gravity) + energy_of(wheel_[0], gravity) +
           energy_of(wheel_[1], gravity);
  }

 private:
  double rate(int i) const { return dJointGetHingeAngleRate(hinge_[i]); }

  Robot const b_;
  std::vector<double> q_;  ///< angles are unwrapped
  double t_ = 0;
  dBodyID chassis_, wheel_[2];
  dJointID hinge_[2];
};

}  // namespace

std::unique_ptr<Engine> make_engine(Case const& c) {
  if (c.is_robot()) return std::make_unique<Drive>(c);
  return std::make_unique<Rolling>(c);
}

}  // namespace rattleback::engines
