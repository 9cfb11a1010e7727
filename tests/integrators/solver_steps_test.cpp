// Steps of adaptive solvers: what happens within one is not missed, and sections are roots in it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/section.hpp"

namespace rattleback {
namespace {

char const* const solvers[] = {"odeint_dopri5", "odeint_rkf78", "odeint_bulirsch_stoer",
                               "arkode_erk",    "cvode_adams",  "cvode_bdf",
                               "ida",           "ndf",          "radau",
                               "taylor"};
double const root_pi = std::sqrt(std::numbers::pi);

/// A sleigh that turns by a moment, and a load above it that a force moves up.
ProblemEntry const& sleigh_with(std::string const& name, std::string const& forces) {
  return text::problem_in_text(name + ".toml", R"(coordinates = ["x", "z", "theta"]
lagrangian = "(vx^2 + vz^2 + vtheta^2)/2 - 9.81*z"
constraints = ["vx - 0.2*vtheta"]
[forces]
)" + forces + R"([[case]]
name = "A"
q = [0, 1, 0]
v = { vz = 0, vtheta = 0 }
)");
}

Trajectory<double> run(ProblemEntry const& problem, std::string const& method, double step,
                       double until, OptionValues options = {}) {
  RunSpec const spec{
      .options = std::move(options), .step = RawQuad(step), .steps = std::lround(until / step)};
  return problem.method(method).integrate(spec);
}

TEST(SolverSteps, APulseIsNotSteppedOver) {
  auto const& problem =
      sleigh_with("pulse", "vtheta = \"2*exp(-((t - 1)/0.1)^2)\"\nvz = \"9.81\"\n");
  for (auto const* solver : solvers) {
    auto const end = run(problem, solver, 2, 2);
    EXPECT_NEAR(end.v.back()[2], 0.2 * root_pi / (1 + 0.04), 1e-5) << solver;
    EXPECT_LT(end.invariants[0].max_deviation, 1e-3) << solver;
  }
}

TEST(SolverSteps, AShortContactIsRightAtEveryTolerance) {
  auto const& problem = sleigh_with("contact", "vz = \"4e5*((abs(z) - z)/2)^1.5\"\n");
  double const right = 0.4539655054;  // Dormand-Prince 5(4) at 1e-13
  for (auto const* solver : solvers)
    for (auto const* tolerance : {"1e-6", "1e-8", "1e-10"}) {
      auto const end = run(problem, solver, 0.015, 1.5, {{"rtol", tolerance}, {"atol", tolerance}});
      EXPECT_NEAR(end.q.back()[1], right, 1e-3) << solver << " " << tolerance;
      EXPECT_LT(end.invariants[0].max_deviation, 0.5) << solver << " " << tolerance;
    }
}

TEST(SolverSteps, TheLimitIsOfDrivenSystemsAndOfTheOption) {
  for (auto const* solver : solvers) {
    OptionValues const loose{{"rtol", "1e-3"}, {"atol", "1e-3"}};
    auto limited = loose, free = loose;
    limited.emplace_back("max_step", "0.02");
    free.emplace_back("max_step", "1e9");
    auto const steps = [&](char const* problem, OptionValues const& options) {
      auto const made = run(find_problem(problem), solver, 4, 8, options);
      EXPECT_EQ(made.outcome, Outcome::ok) << solver << " " << made.reason;
      return made.counts.solver_steps;
    };
    EXPECT_GE(steps("contact_oscillator", limited), 400) << solver;
    EXPECT_EQ(steps("contact_oscillator", loose), steps("contact_oscillator", free)) << solver;
    EXPECT_GE(steps("driven_sleigh", loose), 32) << solver;
  }
}

/// The section in the middle of the range of the velocity that varies most.
Section section_of(ProblemEntry const& problem, Trajectory<double> const& fine) {
  Section section{.direction = Section::Direction::both};
  double largest = 0;
  for (std::size_t i = 0; i < problem.card.velocities.size(); ++i) {
    auto const less = [i](auto const& a, auto const& b) { return a[i] < b[i]; };
    auto const [low, high] = std::minmax_element(fine.v.begin(), fine.v.end(), less);
    if ((*high)[i] - (*low)[i] <= largest) continue;
    largest = (*high)[i] - (*low)[i];
    section.component = problem.card.velocities[i];
    section.value = RawQuad(((*high)[i] + (*low)[i]) / 2);
  }
  return section;
}

TEST(SolverSteps, CrossingsAreThoseOfAFineRun) {
  std::size_t crossings = 0;
  for (auto const* name :
       {"contact_oscillator", "chaotic_r5", "nonholonomic_particle", "snakeboard", "knife_edge",
        "driven_sleigh", "moving_contact", "steered_car", "suslov", "pendulum_cvt"}) {
    auto const& problem = find_problem(name);
    RunSpec spec{.options = {{"rtol", "1e-9"}, {"atol", "1e-9"}}, .step = 1, .steps = 10};
    RunSpec fine{.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}},
                 .step = RawQuad(1) / 100,
                 .steps = 1000,
                 .every = 1};
    auto const& method = problem.method("odeint_dopri5");
    spec.section = fine.section = section_of(problem, method.integrate(fine));
    auto const right = method.integrate(fine).section;
    crossings += right.times.size();
    for (auto const* solver : solvers) {
      auto const found = problem.method(solver).integrate(spec).section;
      ASSERT_EQ(found.times.size(), right.times.size()) << name << " " << solver;
      for (std::size_t k = 0; k < right.times.size(); ++k)
        EXPECT_NEAR(found.times[k], right.times[k], 1e-5) << name << " " << solver << " " << k;
    }
  }
  EXPECT_GE(crossings, 20u);
}

TEST(SolverSteps, TwoCrossingsInAStepAreFound) {
  ProblemCard card;
  card.coordinates = {"x"};
  card.velocities = {"vx"};
  for (double const depth : {0.1, 1e-9, -1e-9}) {
    auto const x = [=](double t) { return (t - 1.2) * (t - 1.2) - depth; };
    std::vector<double> times;
    SectionWatch<double> watch(
        SectionRule<double>(Section{"x", 0, Section::Direction::both}, card),
        [&](double const& index, FlatPoint<double> const&) { times.push_back(index / 2); });
    watch.observe({x(0)}, {0});
    watch.observe_step(0, 2, 0.5, [&](double t, FlatPoint<double>& at) {
      at.q = {x(t)};
      at.v = {2 * (t - 1.2)};
    });
    ASSERT_EQ(times.size(), depth > 0 ? 2u : 0u) << depth;
    if (depth < 0) continue;
    EXPECT_NEAR(times[0], 1.2 - std::sqrt(depth), 1e-9);
    EXPECT_NEAR(times[1], 1.2 + std::sqrt(depth), 1e-9);
  }
}

TEST(SolverSteps, AReferenceFindsAShortKick) {
  for (auto const* time : {"7.1113", "3.00007"}) {
    auto const& problem =
        sleigh_with(std::string("kick") + time,
                    std::string("vz = \"9.81 + (3/2e-5)*exp(-((t - ") + time + ")/2e-5)^2)\"\n");
    auto const reference = problem.reference({}, {RawQuad(10)});
    double const jump = 3 * root_pi;
    EXPECT_GT(reference.digits, 20);
    EXPECT_NEAR(double(reference.states[0].v[1]), jump, 1e-12);
    EXPECT_NEAR(double(reference.states[0].q[1]), 1 + jump * (10 - std::stod(time)), 1e-11);
  }
}

}  // namespace
}  // namespace rattleback
