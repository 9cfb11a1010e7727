// Controls beside the statements of Fernandez, Bloch & Olver 2012: what the tests of its momenta
// and rankings would show of methods that the statements do not speak of.

#include <gtest/gtest.h>

#include "experiments/fernandez_bloch_olver_2012/shared/reduced_forces.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {
namespace {

/// Largest change of the difference quotient of phi along a run.
double change_of_turning(std::string const& method) {
  Study study(true, 1, {});
  auto const run = simulation(study, knife_edge, method, "legendre");
  double change = 0;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i)
    change = larger_or_nan(change, std::abs(run.increment(i, 1) / run.increment(0, 1) - 1));
  return change;
}

TEST(FboControls, ADirectionInTheConstraintThatIsConstantConservesItsMomentum) {
  EXPECT_LT(change_of_turning("dla_midpoint"), 1e-12);
  EXPECT_LT(change_of_turning("rdla"), 1e-12);
  EXPECT_GT(change_of_turning("pthdel"), 1e-3);
}

TEST(FboControls, RdlaDoesNotConserveTheMomentumOfY) {
  for (auto const& system : {particle, sinusoidal}) {
    Study study(true, 1, {});
    auto const run = simulation(study, system, "rdla", "legendre");
    auto const momentum = [&](std::size_t i) {
      double const F = 1 / system.f(run.middle(i, 0), 0);
      return F * F * run.increment(i, 1) / run.intervals[i];
    };
    double change = 0;
    for (std::size_t i = 0; i + 1 < run.nodes(); ++i)
      change = larger_or_nan(change, std::abs(momentum(i) - momentum(0)));
    EXPECT_GT(change, 1e-2) << system.name;
  }
}

/// The forces of (22)-(23) hold derivatives of g_(i+1) that are typed: here they are differences.
TEST(FboControls, ForcesOfTheReductionAreTheDerivativesThatTheyStandFor) {
  for (auto const& system : systems) {
    RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
    auto const interval = [&](std::array<RawQuad, 4> const& u) -> Interval {
      return {system.problem, S, h, {u[0], u[1]}, {u[2], u[3]}};
    };
    auto const g = [&](std::array<RawQuad, 4> const& u) -> std::array<RawQuad, 1> {
      return {-h * dot(interval(u).middle().A, interval(u).v())};
    };
    std::array<RawQuad, 4> const at{RawQuad(4) / 10, RawQuad(6) / 10, RawQuad(5) / 10,
                                    RawQuad(7) / 10};
    auto const slope = derivatives<1, 4>(g, at)[0];
    auto const over = interval(at);
    RawQuad const mu = g(at)[0] / h;
    for (int i = 0; i < 2; ++i) {
      double const minus = double(mu * (slope[i] - over.at(over.a).A[i]) - over.force_minus()[i]);
      double const plus = double(mu * (slope[2 + i] + over.at(over.b).A[i]) - over.force_plus()[i]);
      EXPECT_LT(std::abs(minus), 1e-20) << system.name;
      EXPECT_LT(std::abs(plus), 1e-20) << system.name;
    }
  }
}

}  // namespace
}  // namespace rattleback::fernandez_bloch_olver_2012
