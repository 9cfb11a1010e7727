// Derived reduction against the closed forms of Fernandez, Bloch & Olver 2012, with three of their
// misprints corrected: the sign of the curvature in (7), F_2 of (27) and the power of sec(phi) in
// l_c of the knife edge.

#include "integrators/core/mechanics/chaplygin_reduction.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <random>

#include "generated/hamiltonizable_particle.hpp"
#include "generated/knife_edge.hpp"
#include "generated/sinusoidal_particle.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/mechanics/reduced_mechanics.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback {
namespace {

using V2 = Vec<double, 2>;

/// Returns the curvature force F(r, v).
template <ChaplyginSystem P, class T>
Vec<T, shape_size<P>> curvature_force(P const& system, Vec<T, shape_size<P>> const& r,
                                      Vec<T, shape_size<P>> const& v) {
  static constexpr auto n = size_of<P>, s = shape_size<P>, m = P::constraints;
  auto const A = connection(system, independent(r));

  using G = Dual<T, m>;
  Vec<G, n> full = cast<G>(lifted_velocity(system, r, v));
  for (int k = 0; k < m; ++k) full[s + k].slope[k] = T(1);
  auto const p_group = system.lagrangian(cast<G>(over_shape<P>(r)), full).slope;

  Vec<T, s> F;
  for (int a = 0; a < s; ++a) {
    F[a] = T(0);
    for (int k = 0; k < m; ++k)
      for (int b = 0; b < s; ++b)
        F[a] = F[a] - p_group[k] * (A(k, a).slope[b] - A(k, b).slope[a]) * v[b];
  }
  return F;
}

/// The reduced system as the paper has it, on r with velocities v; E is the energy.
struct ClosedForm {
  V2 connection;     ///< one row: there is one group variable
  double curvature;  ///< B_12
  double reduced, hamiltonized, poincare;
  V2 force;
};

/// Both particles: s = s(x), ds = s'(x).
ClosedForm of_particle(double s, double ds, V2 const& v, double E) {
  double const u = 1 + s * s, root = std::sqrt(u);
  return {{0, s},
          -ds,
          (v[0] * v[0] + u * v[1] * v[1]) / 2,
          (v[0] * v[0] / u + v[1] * v[1]) / 2,
          (v[0] * v[0] / root + root * v[1] * v[1]) / 2 + E / root,
          {-s * ds * v[1] * v[1], s * ds * v[0] * v[1]}};
}

ClosedForm closed_form(HamiltonizableParticle<double> const&, V2 const& r, V2 const& v, double E) {
  return of_particle(r[0], 1, v, E);
}
ClosedForm closed_form(SinusoidalParticle<double> const&, V2 const& r, V2 const& v, double E) {
  return of_particle(std::sin(r[0]), std::cos(r[0]), v, E);
}
ClosedForm closed_form(KnifeEdge<double> const& system, V2 const& r, V2 const& v, double E) {
  double const c = std::cos(r[1]), t = std::tan(r[1]), weight = r[0] * std::sin(system.alpha);
  return {{-t, 0},
          -1 / (c * c),
          (v[0] * v[0] / (c * c) + v[1] * v[1]) / 2 + weight,
          (v[0] * v[0] + c * c * v[1] * v[1]) / 2 + weight,
          (v[0] * v[0] / c + c * v[1] * v[1]) / 2 + c * (weight + E),
          {t / (c * c) * v[0] * v[1], -t / (c * c) * v[0] * v[0]}};
}

template <class P>
class ChaplyginReduction : public testing::Test {
 protected:
  /// Calls check(r, v) at random points, away from where the knife edge's chart ends.
  template <class Check>
  void at_random_points(Check const& check) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> inside(-1.2, 1.2);
    for (int i = 0; i < 200; ++i) {
      V2 const r{inside(generator), inside(generator)}, v{inside(generator), inside(generator)};
      check(r, v);
      if (HasFailure()) return;
    }
  }
  P const system{};
};

using Systems =
    testing::Types<HamiltonizableParticle<double>, SinusoidalParticle<double>, KnifeEdge<double>>;
TYPED_TEST_SUITE(ChaplyginReduction, Systems);

TYPED_TEST(ChaplyginReduction, EqualsThePapersClosedForms) {
  auto const& system = this->system;
  double const E = 1.3;
  this->at_random_points([&](V2 const& r, V2 const& v) {
    auto const paper = closed_form(system, r, v, E);
    auto const near = [](double derived, double stated) {
      EXPECT_NEAR(derived, stated, 1e-13 * std::max(1.0, std::abs(stated)));
    };
    auto const A = connection(system, r);
    for (int a = 0; a < 2; ++a) near(A(0, a), paper.connection[a]);
    near(reduced_lagrangian(system, r, v), paper.reduced);
    near(Hamiltonized<TypeParam>{system}.lagrangian(r, v), paper.hamiltonized);
    near(PoincareTransformed<TypeParam, double>{system, E}.lagrangian(r, v), paper.poincare);
    auto const F = curvature_force(system, r, v);
    for (int a = 0; a < 2; ++a) near(F[a], paper.force[a]);
  });
}

/// (5): F_a = -(dl/dxi) B_ab v^b holds with B_12 = dA_1/dr^2 - dA_2/dr^1, the opposite of (7).
TYPED_TEST(ChaplyginReduction, TheForceHasTheSignOfTheText) {
  auto const& system = this->system;
  this->at_random_points([&](V2 const& r, V2 const& v) {
    auto const paper = closed_form(system, r, v, 0);
    double const p_group = -(paper.connection[0] * v[0] + paper.connection[1] * v[1]);
    V2 const of_text{-p_group * paper.curvature * v[1], p_group * paper.curvature * v[0]};
    auto const F = curvature_force(system, r, v);
    EXPECT_LE(largest(F - of_text), 1e-13 * std::max(1.0, largest(F)));
    EXPECT_GE(largest(F + of_text), largest(F));
  });
}

TYPED_TEST(ChaplyginReduction, TheForceDoesNoWork) {
  this->at_random_points([&](V2 const& r, V2 const& v) {
    auto const F = curvature_force(this->system, r, v);
    EXPECT_NEAR(dot(F, v), 0, 1e-13 * std::max(1.0, largest(F)));
  });
}

TYPED_TEST(ChaplyginReduction, TheTotalForceIsSlopePlusCurvatureForce) {
  this->at_random_points([&](V2 const& r, V2 const& v) {
    // dl/dr at fixed v.
    auto const slope =
        reduced_lagrangian(this->system, independent(r), cast<Dual<double, 2>>(v)).slope;
    auto const sum = slope + curvature_force(this->system, r, v);
    EXPECT_LE(largest(reduced_total_force(this->system, r, v) - sum),
              1e-13 * std::max(1.0, largest(slope)));
  });
}

/// Largest defect of Chaplygin's conditions F_a = d_a(ln f) G(v, v) - (d(ln f).v) (G v)_a.
template <class P, class Multiplier>
double chaplygin_defect(P const& system, Multiplier const& f, V2 const& r, V2 const& v) {
  auto const at = f(independent(r));
  V2 const d_log_f = 1 / at.value * at.slope;
  // G v: the momentum of l_c.
  V2 const p = reduced_lagrangian(system, cast<Dual<double, 2>>(r), independent(v)).slope;
  return largest(dot(p, v) * d_log_f - dot(d_log_f, v) * p - curvature_force(system, r, v));
}

TYPED_TEST(ChaplyginReduction, TheMultiplierSatisfiesChaplyginsConditions) {
  auto const f = [this](auto const& r) { return this->system.multiplier(r); };
  auto const squared = [&](auto const& r) { return f(r) * f(r); };
  double of_another = 0;
  this->at_random_points([&](V2 const& r, V2 const& v) {
    double const scale = std::max(1.0, largest(curvature_force(this->system, r, v)));
    EXPECT_LE(chaplygin_defect(this->system, f, r, v), 1e-13 * scale);
    of_another = larger_or_nan(of_another, chaplygin_defect(this->system, squared, r, v));
  });
  EXPECT_GE(of_another, 0.1);  // the conditions tell multipliers apart
}

template <class P>
class HamiltonizedTime : public testing::Test {};
using QuadSystems =
    testing::Types<HamiltonizableParticle<Quad>, SinusoidalParticle<Quad>, KnifeEdge<Quad>>;
TYPED_TEST_SUITE(HamiltonizedTime, QuadSystems);

TYPED_TEST(HamiltonizedTime, IntegratesTheReducingMultiplierInvertibly) {
  for (auto const& c : TypeParam::cases()) {
    auto v = c.v;
    v[2] = lifted_velocity(c.system, shape_of<TypeParam>(c.q), shape_of<TypeParam>(v))[2];
    auto const f = [&](Quad const& t) {
      return c.system.multiplier(shape_of<TypeParam>(c.system.exact(c.q, v, t).first));
    };
    // Short of the knife edge's first turn of tau, at phi = pi/2.
    for (Quad const& t : {Quad(-1) / 2, Quad(1) / 10, Quad(1), Quad(14) / 10}) {
      Quad const tau = c.system.tau_at(c.q, v, t);
      Quad const integral = boost::math::quadrature::gauss_kronrod<Quad, 61>::integrate(
          f, Quad(0), t, 12, Quad(1e-30_quad));
      EXPECT_LT(abs(tau - integral), Quad(1e-28_quad)) << c.name << ", t = " << t;
      EXPECT_LT(abs(c.system.time_at(c.q, v, tau) - t), Quad(1e-28_quad))
          << c.name << ", t = " << t;
    }
  }
}

}  // namespace
}  // namespace rattleback
