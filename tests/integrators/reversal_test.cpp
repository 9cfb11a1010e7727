// The reversal of a method is its own symmetry: where the velocity is that of an interval, the
// exchange of the interval's nodes. Controls: the methods without a reaction, and the wrong
// reversal.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generated/suslov.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/lie_groupoids/moser_veselov.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

double const h = 0.1;

RunSpec one_step(std::string const& case_name = "") {
  return {.setting = {.case_name = case_name}, .step = RawQuad(1) / 10, .steps = 1};
}

/// A plane that the force does not push away from: no reaction acts, and the motion in the plane,
/// in a quartic potential, is without constraints.
RunSpec without_reaction() {
  RawQuad const tenth = RawQuad(1) / 10;
  auto spec = one_step("plane");
  spec.setting.parameters = {{"b1", 0}, {"b2", 1}, {"b3", 0}};
  spec.setting.q = {5 * tenth, 0, 4 * tenth};
  spec.setting.v = {6 * tenth, 0, -8 * tenth};
  return spec;
}

double defect(std::string const& problem, std::string const& method, RunSpec const& spec) {
  return find_problem(problem).method(method).reversibility_defect(spec);
}

/// |R F R F z - z| with R = (q, -v) at the node, whatever the velocities belong to.
double defect_by_velocities(std::string const& method, RunSpec spec) {
  auto const& entry = find_problem("quadric_particle").method(method);
  spec.start = "plain";
  auto const begun = entry.integrate(spec);
  auto const reversed = [](std::vector<double> const& v) {
    std::vector<RawQuad> opposite;
    for (double x : v) opposite.push_back(-x);
    return opposite;
  };
  spec.setting.q.emplace(begun.q.back().begin(), begun.q.back().end());
  spec.setting.v = reversed(begun.v.back());
  spec.setting.is_method_state = true;
  auto const back = entry.integrate(spec);
  double largest = 0;
  for (std::size_t i = 0; i < begun.start_q.size(); ++i)
    largest = larger_or_nan({largest, std::abs(back.q.back()[i] - begun.start_q[i]),
                             std::abs(back.v.back()[i] + begun.start_v[i])});
  return largest;
}

TEST(Reversal, WithoutAReactionDiscreteMechanicsOnPairsOfNodesIsReversible) {
  for (std::string const method :
       {"dla_euler", "dla_euler_adjoint", "dla_trapezoidal", "dla_leapfrog", "dla_left",
        "dla_midpoint", "reversible_non_dla", "particle_dla", "gni", "gni_euler_a", "gni_euler_b",
        "gni_rattle", "gni_composition"})
    EXPECT_LE(defect("quadric_particle", method, without_reaction()), 2e-15) << method;
}

TEST(Reversal, FailsAtNodesForVelocitiesOfIntervals) {
  for (std::string const method : {"dla_euler", "dla_euler_adjoint", "reversible_non_dla"})
    EXPECT_GT(defect_by_velocities(method, without_reaction()), 1e-3) << method;
  EXPECT_LE(defect_by_velocities("dla_leapfrog", without_reaction()), 2e-15);
}

// C_d of (4.12) is not closed under the exchange. R F R F z projects v_0 onto the constraint at
// q_1, and begins at q_1 - h v: the defect is the part of v_0 along A(q_1) = (1, 0, y_1).
TEST(Reversal, MissesByTheVelocityAcrossTheOtherConstraintAtFirstOrder) {
  auto const spec = one_step();
  auto const begun = find_problem("contact_oscillator").method("dla_euler").integrate(spec);
  auto const &q = begun.start_q, &v = begun.start_v;
  double const y1 = q[1] + h * v[1];
  double const across = std::abs(v[0] + y1 * v[2]) / (1 + y1 * y1);
  double const expected = across * std::max(1.0, std::abs(y1));
  EXPECT_GT(expected, 1e-3);
  EXPECT_NEAR(defect("contact_oscillator", "dla_euler", spec), expected, 1e-15);
  EXPECT_GT(defect("contact_oscillator", "dla_euler_adjoint", spec), 1e-3);
}

// The momentum of (6.7) is that of a node: without constraints its negative takes the step back.
TEST(Reversal, WorksOnMomentaAtNodesOfTheFreeRigidBody) {
  using P = Suslov<double>;
  P const system;
  auto const start = P::cases().front();
  Vec<double, 3> const M = constant_mass_matrix(system) * Vec<double, 3>{1, 0.3, -0.5};
  auto const there = MoserVeselov::moser_veselov_step(system, start.q, M, h);
  auto const back = MoserVeselov::moser_veselov_step(system, there.q, -there.M, h);
  ASSERT_EQ(back.outcome, Outcome::ok);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(back.q[i], start.q[i], 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(back.M[i], -M[i], 1e-14);
  EXPECT_GT(defect("suslov", "moser_veselov", one_step()), 1e-5);
}

}  // namespace
}  // namespace rattleback
