// Quantities that geometric nonholonomic integrators preserve exactly, and those that they do not.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

Trajectory<double> run(char const* problem, char const* method, char const* case_name, double step,
                       long steps, char const* start = "", OptionValues const& options = {}) {
  RunSpec const spec{.setting = {.case_name = case_name},
                     .start = start,
                     .options = options,
                     .step = step,
                     .steps = steps,
                     .every = 1};
  auto const t = find_problem(problem).method(method).integrate(spec);
  EXPECT_EQ(t.outcome, Outcome::ok) << method << " on " << problem;
  return t;
}

double deviation(Trajectory<double> const& t, std::string const& name) {
  for (auto const& invariant : t.invariants)
    if (invariant.name == name) return invariant.max_deviation;
  ADD_FAILURE() << "no invariant " << name;
  return NAN;
}

// Ferraro, Iglesias-Ponte & Martin de Diego 2008, theorem 1: R^n is a group with these metrics.
TEST(GeometricNonholonomic, EnergyIsExactForABiInvariantMetric) {
  auto const particle = run("nonholonomic_particle", "gni", "P1", 0.1, 500);
  EXPECT_LE(deviation(particle, "energy_of_p"), 1e-13);
  EXPECT_GT(deviation(particle, "energy"), 1e-6);  // that of the average momentum
  auto const board = run("snakeboard", "gni", "FIM", 0.1, 500, "exact");
  EXPECT_LE(deviation(board, "energy_of_p"), 1e-13);
  for (char const* tau : {"cayley", "exp"}) {
    auto const body =
        run("constrained_so3", "reduced_gni", "FIM", 0.1, 500, "", {{"retraction", tau}});
    EXPECT_LE(deviation(body, "energy_of_p"), 1e-13);
  }
  // The midpoint DLA integrator has a bump in it, and other metrics no exact energy.
  EXPECT_GT(deviation(run("nonholonomic_particle", "dla_midpoint", "P1", 0.4, 60), "energy"), 1e-3);
  EXPECT_GT(
      deviation(run("constrained_so3", "reduced_gni", "FIM-inertia", 0.1, 500), "energy_of_p"),
      1e-5);
}

// Theorem 2 with the section (1, 0, y) of the particle.
TEST(GeometricNonholonomic, MomentumFollowsItsEquation) {
  double const h = 0.1;
  auto const t = run("nonholonomic_particle", "gni", "P2", h, 500);
  for (std::size_t i = 0; i + 2 < t.q.size(); ++i) {
    auto const &q0 = t.q[i], &q1 = t.q[i + 1], &q2 = t.q[i + 2];
    double const later = (q2[0] - q1[0] + q2[1] * (q2[2] - q1[2])) / h;
    double const earlier = (q1[0] - q0[0] + q1[1] * (q1[2] - q0[2])) / h;
    double const scale = 1 + std::abs(q2[2] - q1[2]) / h * (1 + std::abs(q2[1]));
    ASSERT_NEAR(later - earlier, (q2[1] - q1[1]) * (q2[2] - q1[2]) / h, 1e-11 * scale) << i;
  }
}

// The homogeneous ball is a leapfrog, z_(k+1) - z_(k-1) = 2 i h alpha (z_k - z_c).
TEST(GeometricNonholonomic, TheHomogeneousBallIsALeapfrog) {
  using C = std::complex<double>;
  double const h = 0.1, alpha = 0.4;
  for (char const* tau : {"cayley", "exp"}) {
    auto const t =
        run("body_frame_ball", "reduced_gni", "figure_1", h, 1000, "plain", {{"retraction", tau}});
    C const centre(-1.5, 3.5);
    C const z0 = C(1, 1) - centre, z1 = C(t.q[1][0], t.q[1][1]) - centre;
    C const turn = std::polar(1.0, std::asin(h * alpha));
    C const b = (z0 * turn - z1) / (turn + std::conj(turn)), a = z0 - b;
    for (std::size_t k = 0; k < t.q.size(); ++k) {
      double const angle = static_cast<double>(k) * std::asin(h * alpha);
      C const z = centre + a * std::polar(1.0, angle) + (k % 2 ? -b : b) * std::polar(1.0, -angle);
      ASSERT_NEAR(std::abs(z - C(t.q[k][0], t.q[k][1])), 0, 1e-11) << k;
    }
    EXPECT_LE(deviation(t, "moving_energy_of_p"), 1e-12);
  }
}

TEST(GeometricNonholonomic, EnergyMomentumKeepsMovingEnergyAndMomentumOfAnySphere) {
  for (char const* name : {"FJM", "FJM-rotating", "flat", "flat-rotating"}) {
    auto const t = run("chaplygin_sphere", "energy_momentum_gni", name, 0.1, 2000);
    for (char const* K : {"K1", "K2", "K3"}) EXPECT_LE(deviation(t, K), 1e-12) << name;
    EXPECT_LE(deviation(t, "moving_energy_of_p"), 1e-12) << name;
    auto const general = run("chaplygin_sphere", "reduced_gni", name, 0.1, 2000);
    for (char const* K : {"K1", "K2", "K3"}) EXPECT_LE(deviation(general, K), 1e-12) << name;
    auto const midpoint = run("chaplygin_sphere", "k_midpoint", name, 0.1, 2000);
    for (char const* K : {"K1", "K2", "K3"}) EXPECT_LE(deviation(midpoint, K), 1e-12) << name;
    EXPECT_GT(deviation(general, "moving_energy_of_p"), 1e-9) << name;
    EXPECT_GT(deviation(midpoint, "moving_energy"), 1e-9) << name;
  }
}

TEST(GeometricNonholonomic, RotationsStayRotations) {
  for (char const* method : {"reduced_gni", "energy_momentum_gni", "k_midpoint"}) {
    auto const t = run("chaplygin_sphere", method, "FJM-rotating", 0.1, 5000);
    auto const R = &t.q.back()[2];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double const product =
            R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
        EXPECT_NEAR(product, i == j ? 1 : 0, 1e-12) << method;
      }
  }
}

}  // namespace
}  // namespace rattleback
