// Numbers that are not finite, at the start of a run, in its first step and later: a run that meets
// one ends there, and says so, whatever the method.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

bool finite(std::vector<double> const& numbers) {
  for (double const x : numbers)
    if (!std::isfinite(x)) return false;
  return true;
}

/// Expects that every node of the trajectory is finite, except for the invariants of a failed
/// start, and that a run which is `ok` reports finite numbers alone.
void expect_finite_nodes(Trajectory<double> const& t, std::string const& where) {
  for (std::size_t k = 0; k < t.times.size(); ++k) {
    if (k == 0 && t.failed_at == 0) continue;
    EXPECT_TRUE(std::isfinite(t.times[k]) && finite(t.q[k]) && finite(t.v[k])) << where;
    EXPECT_TRUE(finite(t.multipliers[k])) << where;
    EXPECT_TRUE(finite(t.invariant_values[k])) << where;
  }
  if (t.outcome != Outcome::ok) {
    EXPECT_GE(t.failed_at, 0) << where;
    return;
  }
  EXPECT_EQ(t.failed_at, -1) << where;
  EXPECT_TRUE(std::isfinite(t.max_violation) && std::isfinite(t.final_violation)) << where;
  for (auto const& invariant : t.invariants)
    EXPECT_TRUE(std::isfinite(invariant.initial) && std::isfinite(invariant.final) &&
                std::isfinite(invariant.max_deviation))
        << where << ", " << invariant.name;
}

RunSpec steps_of(double h, long steps) { return {.step = h, .steps = steps, .every = 1}; }

/// A particle that moves along x at about unit speed, with a potential that has no value from
/// x = wall on, or is infinite there.
std::string particle(std::string const& potential, std::string const& wall) {
  return "coordinates = [\"x\", \"y\", \"z\"]\n"
         "lagrangian = \"(vx^2 + vy^2 + vz^2)/2 - (" +
         potential +
         ")\"\n"
         "constraints = [\"vz - y*vx\"]\n"
         "parameters = { wall = " +
         wall +
         " }\n"
         "[[case]]\nq = [0.5, 0.2, 0.3]\nv = { vx = 1, vy = 0.1 }\n";
}

void expect_end_at_the_wall(std::string const& potential) {
  std::set<std::string> methods;
  // The wall is behind the start, within the first step of 0.1, and some steps ahead.
  for (std::string const wall : {"0.3", "0.52", "1.1"}) {
    auto const& problem = text::problem_in_text("particle", particle(potential, wall));
    for (auto const& method : problem.methods) {
      if (!method.not_applicable_because.empty()) continue;
      methods.insert(method.card.id);
      auto const where = method.card.id + ", wall at " + wall + ", " + potential;
      try {
        auto const t = method.integrate(steps_of(0.1, 12));
        EXPECT_NE(t.outcome, Outcome::ok) << where;
        if (wall == "0.3") {
          EXPECT_EQ(t.failed_at, 0) << where;
        }
        if (wall == "0.52") {
          EXPECT_LE(t.failed_at, 2) << where;
        }
        if (wall == "1.1") {
          EXPECT_GE(t.failed_at, 3) << where;
        }
        expect_finite_nodes(t, where);
      } catch (InvalidInput const& refusal) {
        // A start at which the equations have no value may be refused as such.
        EXPECT_EQ(wall, "0.3") << where << ": " << refusal.what();
      }
    }
  }
  EXPECT_GE(methods.size(), 15u);
}

TEST(NonFinite, TheDomainOfAPotentialEndsARunOfEveryMethod) {
  for (char const* potential : {"sqrt(wall - x)", "log(wall - x)", "(wall - x)^1.5"})
    expect_end_at_the_wall(std::string("0.01*") + potential);
}

TEST(NonFinite, EnergyAtTheStartEndsARunOfEveryMethod) {
  for (std::string const potential : {"1/(x - wall)", "log(abs(x - wall))", "sqrt(x - 2*wall)"}) {
    auto const& problem = text::problem_in_text("particle", particle(potential, "0.5"));
    for (auto const& method : problem.methods) {
      if (!method.not_applicable_because.empty()) continue;
      auto const where = method.card.id + ", " + potential;
      try {
        auto const t = method.integrate(steps_of(0.1, 3));
        EXPECT_NE(t.outcome, Outcome::ok) << where;
        EXPECT_EQ(t.failed_at, 0) << where;
        EXPECT_EQ(t.times.size(), 1u) << where;
      } catch (InvalidInput const&) {  // the equations have no value there
      }
    }
  }
}

/// A start of the first case with velocities `factor` times as large, on the constraints.
RunSpec faster(ProblemEntry const& problem, double factor) {
  auto spec = steps_of(0.01, 10);
  spec.setting.project = problem.affine;
  spec.setting.v.emplace();
  for (double const v : problem.cases.front().v) spec.setting.v->push_back(RawQuad(v * factor));
  return spec;
}

// Velocities whose squares overflow make the kinetic energy infinite at the start; smaller ones
// overflow somewhere in the first steps.
TEST(NonFinite, OverflowEndsARunOfEveryMethodOfTheCatalogue) {
  std::set<std::string> failed_at_start, all;
  for (auto const& problem : registry())
    for (auto const& method : problem.methods) {
      if (!method.not_applicable_because.empty()) continue;
      all.insert(method.card.id);
      for (double const factor : {1e70, 1e100, 1e150, 1e160}) {
        auto const where = problem.card.id + ", " + method.card.id;
        try {
          auto const t = method.integrate(faster(problem, factor));
          expect_finite_nodes(t, where);
          bool const infinite = !t.invariants.empty() && !std::isfinite(t.invariants[0].initial);
          if (!infinite) continue;
          EXPECT_EQ(t.outcome, Outcome::non_finite) << where;
          EXPECT_EQ(t.failed_at, 0) << where;
          failed_at_start.insert(method.card.id);
        } catch (InvalidInput const&) {  // a solver's bounds, a projection that overflows
        }
      }
    }
  EXPECT_EQ(failed_at_start, all);
}

}  // namespace
}  // namespace rattleback
