// One system in several forms. The group SE(2) and its coordinates: left-invariant problems alone
// never use the term (D_q p) v of the derived equations; their coordinates do. Three formulations
// of Chaplygin's sphere that share no algebra: the derived equations with multipliers; the body
// momentum M = R^T (K + m r Omega (x, y, 0)); the constant momentum K.

#include <gtest/gtest.h>

#include "generated/chaplygin_sleigh.hpp"
#include "generated/chaplygin_sphere.hpp"
#include "generated/snakeboard.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/method/chart.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/reference.hpp"
#include "integrators/core/run/resolve.hpp"
#include "integrators/core/tables/problem_table_of.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

/// The largest difference between v' on the group and v' from the accelerations of the coordinates.
template <class P>
double difference(P const& system, Point<P, double> const& z) {
  auto const on_group = accelerations(system, z);
  InChart<P> const chart{system};
  auto const inner = to_chart<InChart<P>, P>(z);
  auto const in_chart = accelerations(chart, inner);
  using D = Dual<double, 1>;
  Vec<D, size_of<P>> q, qdot;
  for (int i = 0; i < size_of<P>; ++i) {
    q[i] = {inner.q[i], Vec<double, 1>{inner.v[i]}};
    qdot[i] = {inner.v[i], Vec<double, 1>{in_chart.vdot[i]}};
  }
  auto const v = P::Space::from_chart(q, qdot);
  double largest = 0;
  for (int i = 0; i < dof_of<P>; ++i) {
    EXPECT_NEAR(v[i].value, z.v[i], 1e-14);
    largest = larger_or_nan(largest, std::abs(v[i].slope[0] - on_group.vdot[i]));
  }
  for (int k = 0; k < P::constraints; ++k)
    largest = larger_or_nan(largest, std::abs(in_chart.multipliers[k] - on_group.multipliers[k]));
  return largest;
}

TEST(Chart, TheSleighMovesAlikeInBothSpaces) {
  ChaplyginSleigh<double> const sleigh{.m = 1.3, .I = 0.7, .a = 0.4, .b = -0.2};
  for (double theta : {0.0, 0.8, -2.5, 7.0}) {
    Point<ChaplyginSleigh<double>, double> const z{{0.3, -1.1, theta}, {0.9, 0, -1.7}};
    EXPECT_LT(difference(sleigh, z), 1e-13) << theta;
    EXPECT_GT(std::abs(accelerations(sleigh, z).vdot[0]), 0.1);
  }
}

TEST(Chart, TheSnakeboardMovesAlikeInBothSpaces) {
  Snakeboard<double> const board;
  for (double theta : {0.0, 0.8, -2.5}) {
    Point<Snakeboard<double>, double> z{{0.3, -1.1, theta, 0.2, 0.5}, {0.9, 0, 0, 0.4, -1.3}};
    ASSERT_TRUE(complete_velocity(board, z.q, z.v));
    EXPECT_LT(difference(board, z), 1e-13) << theta;
    EXPECT_GT(std::abs(accelerations(board, z).vdot[0]), 0.1);
  }
}

TEST(Chart, VelocitiesOfIntervalsAreTrivialisedAtTheirMidpoint) {
  using P = ChaplyginSleigh<double>;
  double const h = 0.5;
  Point<InChart<P>, double> const end{{1, 2, 0.6}, {0.3, -0.4, 0.2}};
  auto const z = from_chart<P, InChart<P>>(end, h, -0.5);
  auto const there = P::Space::tangent(Vec<double, 3>{0, 0, 0.6 - 0.25 * 0.2}, z.v);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(there[i], end.v[i], 1e-15);
}

using Sphere = ChaplyginSphere<Quad>;
using V3 = Vec<Quad, 3>;

V3 entries(std::vector<Quad> const& y, int first) { return {y[first], y[first + 1], y[first + 2]}; }

/// M' = M x w + m r Omega c, gamma' = gamma x w, xi' = xi x w + c, c = r w x gamma + Omega gamma x
/// xi, in the body frame: gamma = R^T e3, xi = R^T (x, y, 0).
QuadOde body_form(Sphere const& s, V3 const& M, V3 const& gamma, V3 const& xi) {
  QuadOde ode;
  for (auto const* v : {&M, &gamma, &xi}) ode.y0.insert(ode.y0.end(), v->c, v->c + 3);
  ode.f = [s](Quad const&, std::vector<Quad> const& y, std::vector<Quad>& dydt) {
    V3 const M = entries(y, 0), gamma = entries(y, 3), xi = entries(y, 6);
    Quad const D = s.m * s.r * s.r;
    V3 const J{s.I1 + D, s.I2 + D, s.I3 + D};
    V3 u, Jg;
    for (int i = 0; i < 3; ++i) u[i] = M[i] / J[i], Jg[i] = gamma[i] / J[i];
    V3 const w = u + D * dot(gamma, u) / (1 - D * dot(gamma, Jg)) * Jg;
    V3 const c = s.r * cross(w, gamma) + s.Omega * cross(gamma, xi);
    V3 const rates[]{cross(M, w) + s.m * s.r * s.Omega * c, cross(gamma, w), cross(xi, w) + c};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) dydt[3 * k + i] = rates[k][i];
    return true;
  };
  return ode;
}

/// g' = g v(g, K).
QuadOde constant_momentum_form(Sphere const& s, Vec<Quad, 11> const& g, V3 const& K) {
  return {{g.c, g.c + 11},
          [s, K](Quad const&, std::vector<Quad> const& y, std::vector<Quad>& dydt) {
            Vec<Quad, 11> g;
            for (int i = 0; i < 11; ++i) g[i] = y[i];
            auto const rate = Sphere::Space::tangent(g, s.velocity(g, K));
            for (int i = 0; i < 11; ++i) dydt[i] = rate[i];
            return true;
          }};
}

TEST(ChaplyginSphere, ThreeFormulationsAgreeToTwentyDigits) {
  Quad const tolerance = 1e-26_quad;
  for (char const* name : {"FJM", "FJM-rotating", "flat", "flat-rotating"}) {
    Setting const setting{.case_name = name};
    auto const resolved = resolve<Quad>(find_problem("chaplygin_sphere").functions, setting);
    auto const& s = problem_at<Sphere>(resolved.system.get());
    Point<Sphere, Quad> const z{vector_at<11>(resolved.q.data()), vector_at<5>(resolved.v.data())};
    auto const R = tail<9>(z.q);
    V3 const K = s.momentum(z.q, z.v), at{z.q[0], z.q[1], 0};
    V3 const M = SO3::Ad_transpose(R, K + s.m * s.r * s.Omega * at);
    V3 const gamma = tail<3>(R), xi = SO3::Ad_transpose(R, at);

    auto const exact = find_problem("chaplygin_sphere").reference(setting, {15}).states[0];
    auto const body = extrapolate(body_form(s, M, gamma, xi), {15}, tolerance)[0];
    auto const momentum = extrapolate(constant_momentum_form(s, z.q, K), {15}, tolerance)[0];
    for (int i = 0; i < 11; ++i)
      EXPECT_LT(abs(momentum[i] - Quad(exact.q[i])), 1e-20_quad) << name << ", coordinate " << i;
    for (int i = 0; i < 3; ++i)
      EXPECT_LT(abs(body[3 + i] - Quad(exact.q[8 + i])), 1e-20_quad) << name << ", gamma " << i;
    // The contact point back from the body frame.
    Vec<Quad, 9> R1;
    for (int i = 0; i < 9; ++i) R1[i] = momentum[2 + i];
    auto const contact = SO3::Ad(R1, entries(body, 6));
    for (int i = 0; i < 2; ++i)
      EXPECT_LT(abs(contact[i] - Quad(exact.q[i])), 1e-20_quad) << name << ", contact point " << i;
  }
}

TEST(ChaplyginSphere, ApproachesTheHomogeneousBall) {
  ChaplyginSphere<double> sphere;
  sphere.I1 = sphere.I2 = sphere.I3 = 2.0 / 3;
  sphere.m = sphere.r = sphere.Omega = 1;
  Vec<double, 11> const q = joined(Vec<double, 2>{1, 1}, SO3::exp(Vec<double, 3>{0.4, -1, 0.3}));
  Vec<double, 5> v{0, 0, 0.7, -0.2, 0.5};
  ASSERT_TRUE(complete_velocity(sphere, q, v));
  auto const a = accelerations(sphere, Point<ChaplyginSphere<double>, double>{q, v}).vdot;
  // The velocity turns at the rate I Omega/(I + m r^2) = 2/5.
  EXPECT_NEAR(a[0], -0.4 * v[1], 1e-15);
  EXPECT_NEAR(a[1], 0.4 * v[0], 1e-15);
}

}  // namespace
}  // namespace rattleback
