// DART: rolling as a constraint of our own, three bilateral rows at the contact point. (FCL meshes
// spheres by default: a rolling ball is then a polyhedron.)

#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {
namespace {

namespace D = dart::dynamics;

class Roll final : public dart::constraint::ConstraintBase {
 public:
  Roll(Body const& b, D::BodyNode* node) : b_(b), node_(node) { mDim = 3; }
  void update() override {
    Mat const R = node_->getTransform().linear();
    Vec const s = b_.contact(R.transpose() * Vec::UnitZ());
    // Velocity of the contact point in space from the twist (w, v) of the body.
    for (int i = 0; i < 3; ++i) J_.col(i) = R * Vec::Unit(i).cross(s);
    J_.rightCols<3>() = R;
    gap_ = (node_->getTransform() * s)[2];
  }
  void getInformation(dart::constraint::ConstraintInfo* info) override {
    constexpr double error_reduction = 0.2;
    Vec const v = J_ * node_->getSpatialVelocity();
    for (int i = 0; i < 3; ++i) {
      info->lo[i] = -dart::math::constantsd::inf();
      info->hi[i] = dart::math::constantsd::inf();
      info->x[i] = 0;
      info->b[i] = -v[i] - (i == 2 ? error_reduction * info->invTimeStep * gap_ : 0);
    }
  }
  void applyUnitImpulse(std::size_t i) override {
    auto const skeleton = node_->getSkeleton();
    skeleton->clearConstraintImpulses();
    skeleton->updateBiasImpulse(node_, J_.row(Eigen::Index(i)).transpose());
    skeleton->updateVelocityChange();
  }
  void getVelocityChange(double* v, bool) override {
    Vec::Map(v) = J_ * node_->getBodyVelocityChange();
  }
  void excite() override { node_->getSkeleton()->setImpulseApplied(true); }
  void unexcite() override { node_->getSkeleton()->setImpulseApplied(false); }
  void applyImpulse(double* l) override {
    node_->addConstraintImpulse(J_.transpose() * Vec::Map(l));
  }
  bool isActive() const override { return true; }
  D::SkeletonPtr getRootSkeleton() const override {
    return ConstraintBase::getRootSkeleton(node_->getSkeleton());
  }

 private:
  Body const b_;
  D::BodyNode* const node_;
  Eigen::Matrix<double, 3, 6> J_;
  double gap_ = 0;
};

class Dart final : public Engine {
 public:
  explicit Dart(Case const& c) {
    Body const b = c.body();
    Motion const z = c.start();
    world_->setTimeStep(c.step());
    world_->setGravity(Vec(0, 0, -b.g));
    auto const [joint, node] = skeleton_->createJointAndBodyNodePair<D::FreeJoint>();
    node_ = node;
    node_->setInertia(D::Inertia(b.m, Vec(Vec::Zero()), b.I));
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    frame.linear() = z.R;
    frame.translation() = z.p;
    D::FreeJoint::setTransformOf(joint, frame);
    joint->setVelocities((Eigen::Vector6d() << z.w, z.R.transpose() * z.v).finished());
    world_->addSkeleton(skeleton_);
    world_->getConstraintSolver()->addConstraint(std::make_shared<Roll>(b, node_));
  }
  void step() override { world_->step(); }
  std::vector<double> state() const override {
    return numbers_of({node_->getTransform().translation(), node_->getLinearVelocity(),
                       node_->getAngularVelocity(D::Frame::World(), node_),
                       node_->getTransform().linear()});
  }
  double energy() const override {
    return skeleton_->computeKineticEnergy() + skeleton_->computePotentialEnergy();
  }

 private:
  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  D::SkeletonPtr skeleton_ = D::Skeleton::create("body");
  D::BodyNode* node_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(Case const& c) { return std::make_unique<Dart>(c); }

}  // namespace rattleback::engines
