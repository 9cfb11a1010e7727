// MuJoCo: ellipsoids on a plane, soft unilateral contact. Standards are those of MuJoCo; keys:
// integrator, cone, impratio, friction, solref (seconds) or solref_steps, solimp (d0 = dwidth).

#include <mujoco/mujoco.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {
namespace {

/// Attributes of both geometries of a contact.
std::string contact_of(Case const& c) {
  double const solref = c.number("solref", c.number("solref_steps", 0) * c.step()),
               solimp = c.number("solimp", 0);
  std::ostringstream x;
  x.precision(17);
  x << " condim='3' friction='" << c.number("friction", 1) << " 0 0'";
  if (solref > 0) x << " solref='" << solref << " 1'";
  if (solimp > 0) x << " solimp='" << solimp << ' ' << solimp << " 0.001'";
  return x.str();
}

void write_body(std::ostream& x, Case const& c) {
  Body const b = c.body();
  x << "<body pos='" << c.start().p.transpose() << "'><freejoint/><inertial pos='0 0 0' mass='"
    << b.m << "' fullinertia='" << c.word("I", "") << "'/><geom type='ellipsoid' size='" << b.A[0]
    << ' ' << b.A[1] << ' ' << std::max(b.A[2], 1e-6) << "' pos='" << b.d.transpose() << '\''
    << contact_of(c) << "/></body>";
}

/// Base on slides and a yaw hinge, wheels on hinges.
void write_robot(std::ostream& x, Case const& c) {
  Robot const b = c.robot();
  x << "<body pos='0 0 " << b.r << "'>";
  for (char const* const axis : {"1 0 0", "0 1 0", "0 0 1"})
    x << "<joint type='slide' axis='" << axis << "'/>";
  x << "<joint type='hinge' axis='0 0 1'/><inertial pos='" << b.chassis_ahead() << " 0 0' mass='"
    << b.chassis_mass() << "' diaginertia='0.1 0.1 " << b.chassis_inertia() << "'/>";
  for (int const side : {-1, 1})  // the right wheel is at -y
    x << "<body pos='0 " << side * b.bw << " 0'><joint type='hinge' axis='0 1 0'/><inertial pos='"
      << "0 0 0' mass='" << Robot::wheel_mass << "' diaginertia='" << b.Iw / 2 << ' ' << b.Iw << ' '
      << b.Iw / 2 << "'/><geom type='ellipsoid' size='" << b.r << " 1e-4 " << b.r << '\''
      << contact_of(c) << "/></body>";
  x << "</body>";
}

mjModel* load(Case const& c) {
  std::ostringstream x;
  x.precision(17);
  x << "<mujoco><compiler angle='radian' boundmass='0' boundinertia='0' balanceinertia='false'/>"
    << "<option timestep='" << c.step() << "' gravity='" << (c.is_robot() ? -c.robot().gs : 0)
    << " 0 " << (c.is_robot() ? -9.81 : -c.body().g) << "' integrator='"
    << c.word("integrator", "Euler") << "' cone='" << c.word("cone", "pyramidal") << "' impratio='"
    << c.number("impratio", 1) << "'/><worldbody><geom type='plane' size='0 0 1'" << contact_of(c)
    << "/>";
  c.is_robot() ? write_robot(x, c) : write_body(x, c);
  x << "</worldbody></mujoco>";
  std::string path = "/tmp/rattleback_mujoco_XXXXXX.xml";
  int const file = mkstemps(path.data(), 4);
  if (file < 0) throw std::runtime_error("the model cannot be written");
  close(file);
  std::ofstream(path) << x.str();
  char error[1000] = "";
  mjModel* const model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  unlink(path.c_str());
  if (!model) throw std::runtime_error(error);
  return model;
}

class Mujoco final : public Engine {
 public:
  explicit Mujoco(Case const& c) : is_robot_(c.is_robot()), model_(load(c)) {
    mju_user_warning = [](char const*) {};  // standard output has numbers only
    data_ = mj_makeData(model_);
    is_robot_ ? begin_robot(c) : begin_body(c.start());
    model_->opt.enableflags |= mjENBL_ENERGY;
    mj_forward(model_, data_);
    // Gravity along z is an addition to the robot's case, and moves nothing.
    energy_ = data_->energy[0] + data_->energy[1] -
              (is_robot_ ? 9.81 * mj_getTotalmass(model_) * driven.r : 0);
    model_->opt.enableflags &= ~mjENBL_ENERGY;
  }
  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  void step() override { mj_step(model_, data_); }
  double energy() const override { return energy_; }
  std::vector<double> state() const override {
    mjtNum const *q = data_->qpos, *v = data_->qvel;
    if (is_robot_) {
      double const ahead = driven.a, c = std::cos(q[3]), s = std::sin(q[3]);
      return {q[0] + ahead * c,        q[1] + ahead * s,        q[3], q[4], q[5],
              v[0] - ahead * s * v[3], v[1] + ahead * c * v[3], v[3], v[4], v[5]};
    }
    return numbers_of({Vec(q), Vec(v), Vec(v + 3),
                       Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix()});
  }

 private:
  inline static Robot driven;  ///< robot of the callback, which has no argument of the user

  void begin_body(Motion const& z) {
    Eigen::Quaterniond const q(z.R);
    std::copy_n(z.p.data(), 3, data_->qpos);
    for (int i = 0; i < 4; ++i) data_->qpos[3 + i] = Eigen::Vector4d(q.w(), q.x(), q.y(), q.z())[i];
    std::copy_n(z.v.data(), 3, data_->qvel);
    std::copy_n(z.w.data(), 3, data_->qvel + 3);
  }
  void begin_robot(Case const& c) {
    driven = c.robot();
    auto const q = c.numbers("q"), v = c.numbers("v");
    double const cosine = std::cos(q[2]), sine = std::sin(q[2]);
    double const at[] = {q[0] - driven.a * cosine, q[1] - driven.a * sine, 0, q[2], q[3], q[4]};
    double const rate[] = {
        v[0] + driven.a * sine * v[2], v[1] - driven.a * cosine * v[2], 0, v[2], v[3], v[4]};
    std::copy_n(at, 6, data_->qpos);
    std::copy_n(rate, 6, data_->qvel);
    mjcb_passive = [](mjModel const*, mjData* d) {
      for (int i : {0, 1})
        d->qfrc_passive[4 + i] += driven.torque(d->time, d->qvel[4 + i], i == 0 ? 1 : -1);
    };
  }

  bool is_robot_;
  mjModel* model_;
  mjData* data_;
  double energy_;  ///< of the start
};

}  // namespace

std::unique_ptr<Engine> make_engine(Case const& c) { return std::make_unique<Mujoco>(c); }

}  // namespace rattleback::engines
