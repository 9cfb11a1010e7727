// Simbody. Key constraint: own (exact rolling as a custom constraint), NoSlip1D (a wheel as its
// users write it), with_term, without_term (NoSlip1D as a custom constraint). Keys accuracy
// (instead of fixed steps), project; lateral (of a robot): chassis or wheel.

#include <Simbody.h>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {
namespace {

namespace S = SimTK;

S::Vec3 to(Vec const& v) { return {v[0], v[1], v[2]}; }
Vec from(S::Vec3 const& v) { return {v[0], v[1], v[2]}; }
Mat from(S::Rotation const& R) {
  return (Mat() << from(S::Vec3(R.x())), from(S::Vec3(R.y())), from(S::Vec3(R.z()))).finished();
}

using Implementation = S::Constraint::Custom::Implementation;
using Frames = S::Array_<S::Transform, S::ConstrainedBodyIndex>;
using Twists = S::Array_<S::SpatialVec, S::ConstrainedBodyIndex>;
using Coordinates = S::Array_<S::Real, S::ConstrainedQIndex>;
using Speeds = S::Array_<S::Real, S::ConstrainedUIndex>;
using Reals = S::Array_<S::Real>;

/// Rolling of an ellipsoid: one holonomic and two nonholonomic equations.
class Roll : public Implementation {
 public:
  Roll(S::SimbodyMatterSubsystem& matter, S::MobilizedBody const& body, Body const& b)
      : Implementation(matter, 1, 2, 0), b_(b) {
    addConstrainedBody(matter.Ground());  // else the common frame is that of the body itself
    index_ = addConstrainedBody(body);
  }
  Implementation* clone() const override { return new Roll(*this); }
  void calcPositionErrors(S::State const&, Frames const& X, Coordinates const&,
                          Reals& e) const override {
    Vec const gamma = from(X[index_].R()).transpose() * Vec::UnitZ();
    e[0] = (X[index_] * to(b_.contact(gamma)))[2];
  }
  void calcPositionDotErrors(S::State const& s, Twists const& V, Coordinates const&,
                             Reals& e) const override {
    e[0] = findStationVelocity(s, V, index_, contact(s))[2];
  }
  void calcPositionDotDotErrors(S::State const& s, Twists const& A, Coordinates const&,
                                Reals& e) const override {
    e[0] = acceleration(s, A)[2];
  }
  void addInPositionConstraintForces(S::State const& s, Reals const& l, Twists& F,
                                     Coordinates&) const override {
    addInStationForce(s, index_, contact(s), S::Vec3(0, 0, l[0]), F);
  }
  void calcVelocityErrors(S::State const& s, Twists const& V, Speeds const&,
                          Reals& e) const override {
    S::Vec3 const u = findStationVelocity(s, V, index_, contact(s));
    e[0] = u[0], e[1] = u[1];
  }
  void calcVelocityDotErrors(S::State const& s, Twists const& A, Speeds const&,
                             Reals& e) const override {
    S::Vec3 const a = acceleration(s, A);
    e[0] = a[0], e[1] = a[1];
  }
  void addInVelocityConstraintForces(S::State const& s, Reals const& l, Twists& F,
                                     Speeds&) const override {
    addInStationForce(s, index_, contact(s), S::Vec3(l[0], l[1], 0), F);
  }

 private:
  Mat rotation(S::State const& s) const { return from(getBodyRotationFromState(s, index_)); }
  Vec gamma(S::State const& s) const { return rotation(s).transpose() * Vec::UnitZ(); }
  S::Vec3 contact(S::State const& s) const { return to(b_.contact(gamma(s))); }
  /// Returns d/dt (v + omega x R s(gamma)): the acceleration of the material point, and omega x R
  /// s'.
  S::Vec3 acceleration(S::State const& s, Twists const& A) const {
    Vec const omega = from(getBodyAngularVelocityFromState(s, index_));
    Vec const rate = b_.contact_rate(gamma(s), rotation(s).transpose() * omega);
    return findStationAcceleration(s, A, index_, contact(s)) + to(omega.cross(rotation(s) * rate));
  }

  Body b_;
  S::ConstrainedBodyIndex index_;
};

/// NoSlip1D between ground and a wheel at the origin of a case body. Its time derivative contains
/// omega x (velocity of the contact point in the case - velocity of the material point), which
/// NoSlip1D lacks.
class NoSlip : public Implementation {
 public:
  NoSlip(S::SimbodyMatterSubsystem& matter, S::MobilizedBody const& frame,
         S::MobilizedBody const& wheel, S::Vec3 direction, bool with_term)
      : Implementation(matter, 0, 1, 0), direction_(direction), with_term_(with_term) {
    addConstrainedBody(matter.Ground());
    frame_ = addConstrainedBody(frame);
    wheel_ = addConstrainedBody(wheel);
  }
  Implementation* clone() const override { return new NoSlip(*this); }
  void calcVelocityErrors(S::State const& s, Twists const& V, Speeds const&,
                          Reals& e) const override {
    e[0] = ~direction(s) * findStationVelocity(s, V, wheel_, contact(s));
  }
  void calcVelocityDotErrors(S::State const& s, Twists const& A, Speeds const&,
                             Reals& e) const override {
    S::Vec3 const v = findStationVelocityFromState(s, wheel_, contact(s)),
                  moved = getBodyOriginVelocityFromState(s, frame_);
    S::Vec3 a = findStationAcceleration(s, A, wheel_, contact(s)) -
                getBodyAngularVelocityFromState(s, frame_) % v;
    if (with_term_) a += getBodyAngularVelocityFromState(s, wheel_) % (moved - v);
    e[0] = ~direction(s) * a;
  }
  void addInVelocityConstraintForces(S::State const& s, Reals const& l, Twists& F,
                                     Speeds&) const override {
    addInStationForce(s, wheel_, contact(s), l[0] * direction(s), F);
  }

 private:
  S::Vec3 contact(S::State const& s) const {
    return ~getBodyTransformFromState(s, wheel_) * getBodyOriginLocationFromState(s, frame_);
  }
  S::Vec3 direction(S::State const& s) const {
    return getBodyRotationFromState(s, frame_) * direction_;
  }

  S::Vec3 direction_;
  bool with_term_;
  S::ConstrainedBodyIndex frame_, wheel_;
};

/// System with its integrator. A derived class builds the bodies and calls begin().
class World : public Engine {
 public:
  void step() override { stepper_->stepTo(c_.step() * double(++steps_)); }
  double energy() const override { return system_.calcEnergy(integrator_.getState()); }

 protected:
  explicit World(Case const& c) : c_(c) {}
  void begin(S::State const& start) {
    double const accuracy = c_.number("accuracy", 0);
    accuracy > 0 ? integrator_.setAccuracy(accuracy) : integrator_.setFixedStepSize(c_.step());
    integrator_.setConstraintTolerance(c_.number("tolerance", 1e-10));
    if (c_.number("project", 0) > 0) integrator_.setProjectEveryStep(true);
    stepper_ = std::make_unique<S::TimeStepper>(system_, integrator_);
    stepper_->initialize(start);
  }

  Case const c_;
  S::MultibodySystem system_;
  S::SimbodyMatterSubsystem matter_{system_};
  S::GeneralForceSubsystem forces_{system_};
  S::RungeKuttaMersonIntegrator integrator_{system_};
  std::unique_ptr<S::TimeStepper> stepper_;
  long steps_ = 0;
  S::Rotation const z_to_x_{S::Pi / 2, S::YAxis}, z_to_y_{-S::Pi / 2, S::XAxis};
};

/// A free body, or a disk behind massless frames of yaw and lean.
class Rolling final : public World {
 public:
  explicit Rolling(Case const& c) : World(c) {
    Body const b = c.body();
    auto const& I = b.I;
    S::Force::UniformGravity(forces_, matter_, S::Vec3(0, 0, -b.g));
    S::Body::Rigid const rigid(S::MassProperties(
        b.m, S::Vec3(0), S::Inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2))));
    auto const constraint = c.word("constraint", "own");
    constraint == "own" ? begin_free(b, rigid) : begin_wheel(b, rigid, constraint);
  }
  std::vector<double> state() const override {
    S::State const& s = integrator_.getState();
    Mat const R = from(body_.getBodyRotation(s));
    return numbers_of({from(body_.getBodyOriginLocation(s)), from(body_.getBodyOriginVelocity(s)),
                       R.transpose() * from(body_.getBodyAngularVelocity(s)), R});
  }

 private:
  void begin_free(Body const& b, S::Body::Rigid const& rigid) {
    Motion const z = c_.start();
    body_ = S::MobilizedBody::Free(matter_.Ground(), S::Transform(), rigid, S::Transform());
    S::Constraint::Custom(new Roll(matter_, body_, b));
    S::State s = system_.realizeTopology();
    S::Mat33 R;
    for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = z.R(i / 3, i % 3);
    body_.setQToFitTransform(s, S::Transform(S::Rotation(R), to(z.p)));
    body_.setUToFitVelocity(s, S::SpatialVec(to(z.R * z.w), to(z.v)));
    begin(s);
  }
  void begin_wheel(Body const& b, S::Body::Rigid const& rigid, std::string const& constraint) {
    using S::MobilizedBody, S::Transform;
    MobilizedBody::Planar yaw(matter_.Ground(), Transform(), S::Body::Massless(), Transform());
    MobilizedBody::Pin lean(yaw, Transform(z_to_x_), S::Body::Massless(), Transform(z_to_x_));
    MobilizedBody::Pin wheel(lean, Transform(z_to_y_, S::Vec3(0, 0, b.A[0])), rigid, Transform());
    for (auto const& n : {S::Vec3(1, 0, 0), S::Vec3(0, 1, 0)}) {
      if (constraint == "NoSlip1D")
        S::Constraint::NoSlip1D(yaw, S::Vec3(0), S::UnitVec3(n), matter_.updGround(), wheel);
      else
        S::Constraint::Custom(new NoSlip(matter_, yaw, wheel, n, constraint == "with_term"));
    }
    body_ = wheel;
    S::State s = system_.realizeTopology();
    Motion const z = c_.start();
    Vec const e3 = Vec::UnitZ(), axle = z.R.col(2), ahead = axle.cross(e3).normalized(),
              up = ahead.cross(axle);
    Mat frame, turned, axes;
    frame << ahead, axle, up;
    turned << ahead, -up, axle;  // the frame after z_to_y
    axes << e3, ahead, axle;
    Mat const spin = turned.transpose() * z.R;
    Vec const rates = axes.fullPivLu().solve(z.R * z.w);  // of yaw, lean, spin
    Vec const at = z.p - b.A[0] * up,
              v = z.v - b.A[0] * (rates[0] * e3 + rates[1] * ahead).cross(up);
    yaw.setQ(s, S::Vec3(std::atan2(ahead[1], ahead[0]), at[0], at[1]));
    yaw.setU(s, S::Vec3(rates[0], v[0], v[1]));
    lean.setAngle(s, std::asin(axle[2]));
    lean.setRate(s, rates[1]);
    wheel.setAngle(s, std::atan2(spin(1, 0), spin(0, 0)));
    wheel.setRate(s, rates[2]);
    begin(s);
  }

  S::MobilizedBody body_;
};

/// Planar chassis, wheels on pins, three NoSlip1D constraints.
class Drive final : public World {
 public:
  explicit Drive(Case const& c) : World(c), b_(c.robot()) {
    using S::MobilizedBody, S::Transform;
    S::Force::UniformGravity(forces_, matter_, S::Vec3(-b_.gs, 0, 0));
    double const d = b_.chassis_ahead(), m = b_.chassis_mass(),
                 Iz = b_.chassis_inertia() + m * d * d;
    S::Body::Rigid const body(
        S::MassProperties(m, S::Vec3(d, 0, 0), S::Inertia(Iz / 2, Iz / 2 + m * d * d, Iz)));
    S::Body::Rigid const disk(
        S::MassProperties(Robot::wheel_mass, S::Vec3(0), S::Inertia(b_.Iw / 2, b_.Iw / 2, b_.Iw)));
    chassis_ =
        MobilizedBody::Planar(matter_.Ground(), Transform(S::Vec3(0, 0, b_.r)), body, Transform());
    auto const forbid = [&](S::Vec3 at, S::Vec3 n, S::MobilizedBody& on) {
      S::Constraint::NoSlip1D(chassis_, at, S::UnitVec3(n), matter_.updGround(), on);
    };
    for (int const i : {0, 1}) {  // the right wheel is at -y
      S::Vec3 const hub(0, i == 0 ? -b_.bw : b_.bw, 0);
      wheel_[i] = MobilizedBody::Pin(chassis_, Transform(z_to_y_, hub), disk, Transform());
      forbid(hub - S::Vec3(0, 0, b_.r), {1, 0, 0}, wheel_[i]);
    }
    bool const on_wheel = c.word("lateral", "chassis") == "wheel";
    forbid({0, -b_.bw, -b_.r}, {0, 1, 0},
           on_wheel ? static_cast<S::MobilizedBody&>(wheel_[0]) : chassis_);
    S::Force::Custom(forces_, new Motors(*this));
    S::State s = system_.realizeTopology();
    auto const q = c.numbers("q"), v = c.numbers("v");
    double const cosine = std::cos(q[2]), sine = std::sin(q[2]);
    chassis_.setQ(s, S::Vec3(q[2], q[0] - b_.a * cosine, q[1] - b_.a * sine));
    chassis_.setU(s, S::Vec3(v[2], v[0] + b_.a * sine * v[2], v[1] - b_.a * cosine * v[2]));
    for (int const i : {0, 1}) wheel_[i].setRate(s, v[std::size_t(3 + i)]);
    begin(s);
  }
  std::vector<double> state() const override {
    S::State const& s = integrator_.getState();
    S::Vec3 const q = chassis_.getQ(s), u = chassis_.getU(s);
    double const c = b_.a * std::cos(q[0]), n = b_.a * std::sin(q[0]);
    return {q[1] + c,        q[2] + n,        q[0], wheel_[0].getAngle(s), wheel_[1].getAngle(s),
            u[1] - n * u[0], u[2] + c * u[0], u[0], wheel_[0].getRate(s),  wheel_[1].getRate(s)};
  }

 private:
  struct Motors : S::Force::Custom::Implementation {
    Drive const& drive;
    explicit Motors(Drive const& drive) : drive(drive) {}
    void calcForce(S::State const& s, S::Vector_<S::SpatialVec>&, S::Vector_<S::Vec3>&,
                   S::Vector& f) const override {
      for (int const i : {0, 1}) {
        auto const& wheel = drive.wheel_[i];
        double const torque = drive.b_.torque(s.getTime(), wheel.getRate(s), i == 0 ? 1 : -1);
        wheel.applyOneMobilityForce(s, 0, torque, f);
      }
    }
    S::Real calcPotentialEnergy(S::State const&) const override { return 0; }
  };

  Robot const b_;
  S::MobilizedBody::Planar chassis_;
  S::MobilizedBody::Pin wheel_[2];
};

}  // namespace

std::unique_ptr<Engine> make_engine(Case const& c) {
  if (c.is_robot()) return std::make_unique<Drive>(c);
  return std::make_unique<Rolling>(c);
}

}  // namespace rattleback::engines
