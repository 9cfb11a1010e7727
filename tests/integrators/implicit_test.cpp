// The project's own implicit solvers: problems with closed or published solutions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/solvers/library_solvers.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

using Rates = std::function<void(double const* y, double* f)>;

/// E y' = f(y), with E = 1 but for the components in `algebraic`.
Dae semi_explicit(std::vector<double> y0, Rates f, std::vector<bool> differential) {
  Dae dae;
  dae.y0 = y0;
  dae.ydot0.resize(y0.size());
  f(y0.data(), dae.ydot0.data());
  for (std::size_t i = 0; i < y0.size(); ++i)
    if (!differential[i]) dae.ydot0[i] = 0;
  dae.differential = differential;
  dae.residual = [f, differential](double, double const* y, double const* ydot, double* r) {
    f(y, r);
    for (std::size_t i = 0; i < differential.size(); ++i)
      r[i] = (differential[i] ? ydot[i] : 0) - r[i];
  };
  return dae;
}

Dae oscillator() {
  return semi_explicit({1, 0},
                       [](double const* y, double* f) {
                         f[0] = y[1];
                         f[1] = -y[0];
                       },
                       {true, true});
}

/// Robertson's kinetics with conservation of mass in place of the third equation.
Dae robertson() {
  return semi_explicit({1, 0, 0},
                       [](double const* y, double* f) {
                         f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
                         f[1] = -f[0] - 3e7 * y[1] * y[1];
                         f[2] = y[0] + y[1] + y[2] - 1;
                       },
                       {true, true, false});
}

/// Van der Pol's oscillator with epsilon = 1e-6.
Dae van_der_pol() {
  return semi_explicit({2, 0},
                       [](double const* y, double* f) {
                         f[0] = y[1];
                         f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / 1e-6;
                       },
                       {true, true});
}

TEST(Ndf, ErrorsOnASmoothProblemAreProportionalToTheTolerance) {
  std::vector<double> errors;
  std::vector<long> steps;
  for (double const tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    auto const solver = ndf_solver(oscillator(), 10, {tolerance, tolerance}, true);
    ASSERT_TRUE(solver->advance(10)) << solver->reason;
    errors.push_back(std::hypot(solver->y[0] - std::cos(10.0), solver->y[1] + std::sin(10.0)));
    steps.push_back(solver->solver_steps);
  }
  // A code that controls the error per step loses one power of h: between 4/5 and 1.
  double const exponent = std::log10(errors.front() / errors.back()) / 6;
  EXPECT_GT(exponent, 0.7) << errors.front() << " to " << errors.back();
  EXPECT_LT(exponent, 1.1) << errors.front() << " to " << errors.back();
  EXPECT_LT(errors.back(), 1e-7);
  // At order 5, h goes with the sixth root of the tolerance.
  EXPECT_NEAR(std::log10(double(steps.back()) / double(steps[1])) / 4, 1.0 / 6, 0.03);
}

struct Adaptive {
  char const* name;
  std::unique_ptr<StartedSolver<double>> (*open)(Dae dae, double h, StepControl const& control,
                                                 bool test_algebraic);
};
void PrintTo(Adaptive const& solver, std::ostream* to) { *to << solver.name; }
class OwnSolvers : public testing::TestWithParam<Adaptive> {
 protected:
  static auto open(Dae dae, double h, StepControl const& control, bool all = true) {
    return GetParam().open(std::move(dae), h, control, all);
  }
};
INSTANTIATE_TEST_SUITE_P(All, OwnSolvers,
                         testing::Values(Adaptive{"ndf", ndf_solver},
                                         Adaptive{"radau", radau_solver}),
                         [](auto const& info) { return info.param.name; });

TEST_P(OwnSolvers, SolvesRobertsonsKineticsOfIndexOne) {
  // Hindmarsh, LSODE: y(40) = (0.7158, 9.185e-6, 0.2842); y(4e10) = (5.2083e-8, 2.0833e-13, 1).
  auto const solver = open(robertson(), 40, {1e-6, 1e-10});
  ASSERT_TRUE(solver->advance(40)) << solver->reason;
  EXPECT_NEAR(solver->y[0], 0.71582707, 2e-6);
  EXPECT_NEAR(solver->y[1], 9.1855348e-6, 1e-10);
  EXPECT_NEAR(solver->y[2], 0.28416375, 2e-6);
  EXPECT_LT(solver->solver_steps, 300);
  if (GetParam().open == ndf_solver) EXPECT_LT(solver->jacobian_evaluations, 40);

  auto const to_the_end = open(robertson(), 4e10, {1e-6, 1e-14});
  ASSERT_TRUE(to_the_end->advance(4e10)) << to_the_end->reason;
  EXPECT_NEAR(to_the_end->y[0], 5.2083e-8, 5.2083e-8 * 1e-3);
  EXPECT_NEAR(to_the_end->y[2], 1, 1e-6);
}

TEST_P(OwnSolvers, PassesTheStiffCornersOfVanDerPol) {
  // Hairer & Wanner, Solving Ordinary Differential Equations II, test set: y(2).
  auto const solver = open(van_der_pol(), 0.5, {1e-7, 1e-7});
  for (int node = 1; node <= 4; ++node) ASSERT_TRUE(solver->advance(0.5 * node)) << solver->reason;
  EXPECT_NEAR(solver->y[0], 1.706167732170483, 1e-5);
  EXPECT_NEAR(solver->y[1], -0.8928097010247975, 1e-5);
  EXPECT_LT(solver->solver_steps, 3000);
}

TEST_P(OwnSolvers, InterpolatesToItsOwnAccuracy) {
  auto const fine = open(oscillator(), 0.01, {1e-8, 1e-8});
  double largest = 0;
  for (int node = 1; node <= 1000; ++node) {
    ASSERT_TRUE(fine->advance(0.01 * node));
    largest = larger_or_nan(largest, std::abs(fine->y[0] - std::cos(0.01 * node)));
  }
  auto const coarse = open(oscillator(), 10, {1e-8, 1e-8});
  ASSERT_TRUE(coarse->advance(10));
  EXPECT_LT(largest, 3e-6);
  EXPECT_GT(fine->reached, 10 - 1e-9);
  EXPECT_LT(fine->solver_steps, coarse->solver_steps * 1.2) << "output must not limit steps";
}

TEST_P(OwnSolvers, ErrorTestOfDifferentialComponentsTakesLongerSteps) {
  auto const all = open(robertson(), 40, {1e-6, 1e-10});
  auto const some = open(robertson(), 40, {1e-6, 1e-10}, false);
  ASSERT_TRUE(all->advance(40));
  ASSERT_TRUE(some->advance(40));
  EXPECT_LE(some->solver_steps, all->solver_steps);
  EXPECT_NEAR(some->y[0], 0.71582707, 2e-5);
}

TEST_P(OwnSolvers, FailuresAreValuesWithAReason) {
  // y' = y^2 has no solution beyond t = 1.
  auto const square = [](double const* y, double* f) { f[0] = y[0] * y[0]; };
  auto const blown_up = open(semi_explicit({1}, square, {true}), 2, {1e-6, 1e-6});
  EXPECT_FALSE(blown_up->advance(2));
  EXPECT_FALSE(blown_up->reason.empty());
  EXPECT_NEAR(blown_up->reached, 1, 1e-3);

  // The right-hand side is not defined beyond y = 1/2, and the solver must end at NaN.
  auto const root = [](double const* y, double* f) { f[0] = 1 + std::sqrt(0.5 - y[0]); };
  auto const off_the_edge = open(semi_explicit({0}, root, {true}), 2, {1e-6, 1e-6});
  EXPECT_FALSE(off_the_edge->advance(2));
  EXPECT_NE(off_the_edge->reason.find("not finite"), std::string::npos) << off_the_edge->reason;

  auto const nowhere = [](double const*, double* f) {
    f[0] = std::numeric_limits<double>::quiet_NaN();
  };
  auto const lost = open(semi_explicit({0}, nowhere, {true}), 1, {1e-6, 1e-6});
  EXPECT_FALSE(lost->advance(1));
  EXPECT_NE(lost->reason.find("not finite"), std::string::npos) << lost->reason;
}

TEST_P(OwnSolvers, StaysAtRest) {
  auto const still = [](double const*, double* f) { f[0] = 0; };
  auto const solver = open(semi_explicit({3}, still, {true}), 5, {1e-6, 1e-6});
  ASSERT_TRUE(solver->advance(5)) << solver->reason;
  EXPECT_EQ(solver->y[0], 3);
}

// The stability function is the Pade approximation of exp with degrees 2 and 3.
TEST(Radau, StepsByItsStabilityFunction) {
  double const z = -2;
  auto const decay = [=](double const* y, double* f) { f[0] = z * y[0]; };
  auto const solver = radau_solver(semi_explicit({1}, decay, {true}), 1, {0.1, 0.1, 0, 1.0}, true);
  ASSERT_TRUE(solver->advance(1, true)) << solver->reason;
  ASSERT_EQ(solver->solver_steps, 1);
  double const stability =
      (1 + 2 * z / 5 + z * z / 20) / (1 - 3 * z / 5 + 3 * z * z / 20 - z * z * z / 60);
  EXPECT_NEAR(solver->y[0], stability, 1e-10);
}

/// A bead slides on a wire, and a stiff spring holds it at a place of x. It starts without the fast
/// oscillation about cos(t).
ProblemEntry const& stiff_spring(std::string const& place, std::string const& wire) {
  return text::problem_in_text(
      "spring.toml",
      fmt::format(
          "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 - 1e8*(x - {})^2/2\"\n"
          "constraints = [\"{}\"]\n[[case]]\nname = \"A\"\nq = [1.00000002, 0]\nv = {{ vx = 0 }}\n",
          place, wire));
}

Trajectory<double> steps_of(ProblemEntry const& problem, std::string const& method, double step,
                            long steps, OptionValues options = {}) {
  RunSpec const spec{.options = std::move(options), .step = RawQuad(step), .steps = steps};
  return problem.method(method).integrate(spec);
}

TEST(Radau, TakesLongStepsOnAStiffSpring) {
  auto const& problem = stiff_spring("cos(t)", "vy - x*vx");
  for (auto const* form :
       {"ode", "index1", "index1_acceleration", "index2", "stabilised", "integrated_multiplier"}) {
    auto const end =
        steps_of(problem, "radau", 2, 1,
                 {{"form", form}, {"rtol", "1e-6"}, {"atol", "1e-6"}, {"max_step", "1e9"}});
    ASSERT_EQ(end.outcome, Outcome::ok) << form << ": " << end.reason;
    EXPECT_NEAR(end.q.back()[0], std::cos(2.0), 1e-5) << form;
    // The forms that are solved for the acceleration take more.
    bool const is_solved = std::string(form) == "ode" || std::string(form) == "index1";
    EXPECT_LT(end.counts.solver_steps, is_solved ? 500 : 60) << form;
  }
  auto const explicit_steps = steps_of(problem, "odeint_dopri5", 2, 1,
                                       {{"rtol", "1e-6"}, {"atol", "1e-6"}, {"max_step", "1e9"}});
  EXPECT_GT(explicit_steps.counts.solver_steps, 2000) << explicit_steps.reason;
}

// Chung & Hulbert 1993: the three eigenvalues of a step are -rho at infinite frequency.
TEST(GeneralizedAlpha, DampsByItsSpectralRadius) {
  auto const& problem = stiff_spring("0", "vy");
  for (double const radius : {0.8, 0.9, 0.95}) {
    auto const size = [&](long steps) {
      auto const end = steps_of(problem, "generalized_alpha", 0.5, steps,
                                {{"spectral_radius", fmt::format("{}", radius)}});
      EXPECT_EQ(end.outcome, Outcome::ok) << end.reason;
      return std::abs(end.q.back()[0]);
    };
    // A triple eigenvalue: the size is about n^2 rho^n after n steps.
    long const steps = std::lround(8 / (1 - radius));
    EXPECT_NEAR(std::pow(size(2 * steps) / size(steps) / 4, 1.0 / double(steps)), radius, 0.02)
        << radius;
  }
}

// The acceleration begins at its own time: with one at the node, the error is of first order in h.
TEST(GeneralizedAlpha, StartsWithMultipliersOfOrderTwo) {
  auto const& problem = find_problem("contact_oscillator");
  auto const error = [&](double h) {
    auto const exact = problem.reference({}, {RawQuad(h)}).states.front();
    return std::abs(steps_of(problem, "generalized_alpha", h, 1).multipliers.back()[0] -
                    double(exact.multipliers[0]));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 2, 0.2);
}

}  // namespace
}  // namespace rattleback
