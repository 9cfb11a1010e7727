// Bullet in double precision: the exact support function of the body on a plane, largest friction.

#include <btBulletDynamicsCommon.h>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {
namespace {

btVector3 to(Vec const& v) { return {v[0], v[1], v[2]}; }
Vec from(btVector3 const& v) { return {v[0], v[1], v[2]}; }

/// Body of a case, in Bullet's frame of principal axes: rotation R `axes`.
class Shape final : public btConvexInternalShape {
 public:
  Shape(Body const& b, Mat const& axes) : b_(b), axes_(axes) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    m_collisionMargin = 0;
  }
  btVector3 localGetSupportingVertexWithoutMargin(btVector3 const& u) const override {
    return to(axes_.transpose() * b_.contact(-(axes_ * from(u)).normalized()));
  }
  btVector3 localGetSupportingVertex(btVector3 const& u) const override {
    return localGetSupportingVertexWithoutMargin(u);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(btVector3 const* u, btVector3* s,
                                                         int n) const override {
    for (int i = 0; i < n; ++i) s[i] = localGetSupportingVertexWithoutMargin(u[i]);
  }
  void calculateLocalInertia(btScalar, btVector3&) const override {}
  void getAabb(btTransform const& t, btVector3& low, btVector3& high) const override {
    double const r = b_.A.maxCoeff() + b_.d.norm() + 1;
    low = t.getOrigin() - btVector3(r, r, r);
    high = t.getOrigin() + btVector3(r, r, r);
  }
  char const* getName() const override { return "ellipsoid"; }

 private:
  Body const b_;
  Mat const axes_;
};

Mat principal_axes(Mat const& I) {
  if (I.isDiagonal()) return Mat::Identity();
  Mat axes = Eigen::SelfAdjointEigenSolver<Mat>(I).eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  return axes;
}

class Bullet final : public Engine {
 public:
  explicit Bullet(Case const& c)
      : h_(c.step()), g_(c.body().g), axes_(principal_axes(c.body().I)), shape_(c.body(), axes_) {
    Body const b = c.body();
    Motion const z = c.start();
    world_.setGravity(btVector3(0, 0, -g_));
    world_.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    world_.getSolverInfo().m_leastSquaresResidualThreshold = 0;
    Mat const R = z.R * axes_;
    btRigidBody::btRigidBodyConstructionInfo info(b.m, nullptr, &shape_,
                                                  to((axes_.transpose() * b.I * axes_).diagonal()));
    info.m_startWorldTransform =
        btTransform(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0),
                                R(2, 1), R(2, 2)),
                    to(z.p));
    info.m_friction = c.number("friction", 10);  // Bullet's largest
    body_ = std::make_unique<btRigidBody>(info);
    body_->setLinearVelocity(to(z.v));
    body_->setAngularVelocity(to(z.R * z.w));
    body_->setActivationState(DISABLE_DEACTIVATION);
    body_->setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
    plane_.setMargin(0);
    ground_.setFriction(info.m_friction);
    world_.addRigidBody(&ground_);
    world_.addRigidBody(body_.get());
  }
  ~Bullet() override {
    world_.removeRigidBody(body_.get());
    world_.removeRigidBody(&ground_);
  }
  void step() override { world_.stepSimulation(h_, 0); }
  std::vector<double> state() const override { return numbers_of(motion()); }
  double energy() const override {
    Motion const z = motion();
    Vec const inertia = from(body_->getInvInertiaDiagLocal()).cwiseInverse();
    return (z.v.squaredNorm() / 2 + g_ * z.p[2]) / body_->getInvMass() +
           (axes_.transpose() * z.w).cwiseAbs2().dot(inertia) / 2;
  }

 private:
  Motion motion() const {
    btMatrix3x3 const& basis = body_->getCenterOfMassTransform().getBasis();
    Mat turned;
    for (int i = 0; i < 9; ++i) turned(i / 3, i % 3) = basis[i / 3][i % 3];
    Mat const R = turned * axes_.transpose();
    return {from(body_->getCenterOfMassPosition()), from(body_->getLinearVelocity()),
            R.transpose() * from(body_->getAngularVelocity()), R};
  }

  double const h_, g_;
  Mat const axes_;
  Shape shape_;
  btStaticPlaneShape plane_{btVector3(0, 0, 1), 0};
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  btRigidBody ground_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane_)};
  std::unique_ptr<btRigidBody> body_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(Case const& c) { return std::make_unique<Bullet>(c); }

}  // namespace rattleback::engines
