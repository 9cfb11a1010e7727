// Work, counted by hand from the equations, against what runs report.

#include <gtest/gtest.h>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

/// Work of ten steps of 1/20.
Counts counts_of(std::string const& problem, std::string const& method, OptionValues options = {},
                 long every = 0) {
  RunSpec const spec{
      .options = std::move(options), .step = RawQuad(1) / 20, .steps = 10, .every = every};
  auto const run = find_problem(problem).method(method).integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::ok) << problem << ", " << method << ": " << run.reason;
  return run.counts;
}

// (4.18): one force at q_h, A at q_h and at q_1, one system for lambda.
TEST(Work, CountsOneForceTwoConstraintsAndOneSystemForTheLeapfrog) {
  auto const counts = counts_of("contact_oscillator", "dla_leapfrog");
  EXPECT_EQ(counts.lagrangian_derivatives, 10);
  EXPECT_EQ(counts.constraint_derivatives, 20);
  EXPECT_EQ(counts.linear_solves, 10);
  EXPECT_EQ(counts.newton_iterations, 0);
  EXPECT_EQ(counts.solver_steps, 10);
  EXPECT_EQ(total_work(counts), 40);
}

// (4.12): one force, A at q_1 and one system. Whether a problem states its force and its reactions
// (the oscillator) or has them derived (the particle) makes no difference.
TEST(Work, DoesNotDependOnWhatAProblemStatesForSpeed) {
  for (char const* problem : {"contact_oscillator", "anisotropic_particle"}) {
    auto const counts = counts_of(problem, "dla_euler");
    EXPECT_EQ(counts.lagrangian_derivatives, 10) << problem;
    EXPECT_EQ(counts.constraint_derivatives, 10) << problem;
    EXPECT_EQ(counts.linear_solves, 10) << problem;
  }
}

// An iteration takes A at the new q_1 and solves a system; A(q_h) is known.
TEST(Work, CountsConstraintsAndSystemsOfNewtonsMethod) {
  auto const counts = counts_of("contact_oscillator", "dla_leapfrog", {{"multipliers", "newton"}});
  EXPECT_GE(counts.newton_iterations, 10);
  EXPECT_EQ(counts.lagrangian_derivatives, 10);
  EXPECT_EQ(counts.constraint_derivatives, 20 + counts.newton_iterations);
  EXPECT_EQ(counts.linear_solves, 10 + counts.newton_iterations);
}

// Four right-hand sides a step. With a constant mass matrix each takes first derivatives alone;
// else also the n columns of the mass matrix and those of D_q p along the motion.
TEST(Work, CountsTheRightHandSidesOfASolver) {
  auto const constant = counts_of("contact_oscillator", "odeint_rk4");
  EXPECT_EQ(constant.equation_calls, 40);
  EXPECT_EQ(constant.lagrangian_derivatives, 40);
  EXPECT_EQ(constant.constraint_derivatives, 40);
  EXPECT_EQ(constant.linear_solves, 40);
  auto const& problem = find_problem("cylindrical_particle");
  auto const varying = counts_of(problem.card.id, "odeint_rk4");
  EXPECT_EQ(varying.equation_calls, 40);
  EXPECT_EQ(varying.lagrangian_derivatives, 40 * (problem.dof + 2));
}

// Difference Jacobians cost residuals, and each iteration of the solver's Newton method a system.
TEST(Work, CountsTheIterationsOfAnImplicitSolver) {
  for (char const* method : {"ida", "cvode_bdf", "cvode_adams", "ndf", "radau"}) {
    auto const counts = counts_of("contact_oscillator", method);
    EXPECT_GE(counts.newton_iterations, counts.solver_steps) << method;
    EXPECT_GE(counts.linear_solves, counts.newton_iterations) << method;
    EXPECT_GT(counts.equation_calls_for_jacobians, 0) << method;
    EXPECT_LT(counts.equation_calls_for_jacobians, counts.equation_calls) << method;
    EXPECT_GE(counts.lagrangian_derivatives, counts.equation_calls) << method;
  }
}

// Newton's Jacobian by automatic differentiation costs its n columns, as one by differences does.
TEST(Work, CountsTheColumnsOfTheJacobianOfAVariationalStep) {
  auto const& problem = find_problem("cylindrical_particle");
  auto const counts = counts_of(problem.card.id, "gni");
  // Each iteration takes D_1 L_d, which has dL/dv and dL/dq; the first of a step with n columns of
  // each, and further ones where the Jacobian is renewed.
  long const columns = 2 * problem.dof;
  EXPECT_GE(counts.lagrangian_derivatives, 2 * counts.newton_iterations + columns * 10);
  EXPECT_LT(counts.lagrangian_derivatives, (2 + columns) * counts.newton_iterations);
}

// Monitoring is not part of the method's work.
TEST(Work, DoesNotDependOnWhatIsKept) {
  for (char const* method : {"gni", "ida", "reduced_gni"}) {
    auto const few = counts_of("snakeboard", method), all = counts_of("snakeboard", method, {}, 1);
    for (auto const& field : count_fields)
      EXPECT_EQ(few.*field.value, all.*field.value) << method << ", " << field.name;
  }
}

}  // namespace
}  // namespace rattleback
