// Runs of all methods: specifications that are refused with the value and what would be right, and
// numbers that are not finite, at the start, in the first step and later, at which a run ends and
// says so. Unknown names: tests/command_line/misuse_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

ProblemEntry const& contact() { return find_problem("contact_oscillator"); }

/// The default start and step of the contact oscillator; tests spoil one thing.
RunSpec good() { return laws::run_spec({}, 0.1, 3); }

/// Expects InvalidInput whose text has every one of `words`.
void expect_misuse(RunSpec const& spec, std::vector<std::string> const& words,
                   std::string const& method = "dla_leapfrog",
                   std::string const& problem = "contact_oscillator") {
  for (auto const& word : words)
    expect_refusal([&] { find_problem(problem).method(method).integrate(spec); }, word);
}

std::vector<RawQuad> numbers(std::vector<double> const& n) { return {n.begin(), n.end()}; }

TEST(InvalidInput, TheGoodSpecificationRuns) {
  EXPECT_EQ(contact().method("dla_leapfrog").integrate(good()).outcome, Outcome::ok);
}

TEST(InvalidInput, NearestCountsEdits) {
  EXPECT_EQ(nearest("leapfog", {"euler", "leapfrog", "ida"}), "leapfrog");
  EXPECT_EQ(nearest("idda", {"euler", "leapfrog", "ida"}), "ida");
  EXPECT_EQ(nearest("anything", {}), "");
}

TEST(InvalidInput, ParameterOutOfRange) {
  auto spec = good();
  double const infinity = std::numeric_limits<double>::infinity();
  for (double bad : {-1.5, -infinity, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    spec.setting.parameters = {{"epsilon", bad}};
    expect_misuse(spec, {"epsilon", fmt::format("{}", bad), ">"});
  }
  spec.setting.parameters = {{"k", 0}};
  expect_misuse(spec, {"k=0", "> 0"}, "odeint_rk4", "cylindrical_particle");
}

TEST(InvalidInput, TolerancesArePositive) {
  auto spec = good();
  for (char const* bad : {"0", "-1", "nan", "inf", "1e-6x", "", "small"}) {
    for (char const* method : {"ida", "ndf", "cvode_bdf"})
      for (char const* tolerance : {"rtol", "atol"}) {
        spec.options = {{tolerance, bad}};
        expect_misuse(spec, {tolerance, "> 0"}, method);
      }
  }
}

TEST(InvalidInput, WordsForgiveCaseAndHyphens) {
  auto spec = good();
  spec.setting.case_name = "ic_c";
  EXPECT_EQ(contact().method("dla_leapfrog").integrate(spec).case_name, "IC-C");
  spec.options = {{"form", "Integrated-Multiplier"}};
  EXPECT_EQ(contact().method("ida").integrate(spec).outcome, Outcome::ok);
  spec.options = {{"form", "Index-1"}};
  EXPECT_EQ(contact().method("ndf").integrate(spec).outcome, Outcome::ok);
}

TEST(InvalidInput, StartOffTheConstraint) {
  auto spec = good();
  spec.setting.v = numbers({0.5, 0.6, 0.8});
  // vx + y vz = 0.5 + 0.3 * 0.8
  expect_misuse(spec, {"violates the constraint by 0.74", "projection"});
  // Rounding errors are accepted.
  spec.setting.v = numbers({-0.24 + 1e-12, 0.6, 0.8});
  EXPECT_EQ(contact().method("dla_leapfrog").integrate(spec).outcome, Outcome::ok);
}

TEST(InvalidInput, ProjectionTakesTheNearestVelocity) {
  auto spec = good();
  spec.setting.v = numbers({0.5, 0.6, 0.8});
  spec.setting.project = true;
  auto const run = contact().method("dla_leapfrog").integrate(spec);
  // The change is along the constraint's normal (1, 0, y), by 0.74/(1 + y^2).
  double const change = 0.74 / (1 + 0.3 * 0.3);
  EXPECT_NEAR(run.start_v[0], 0.5 - change, 1e-15);
  EXPECT_NEAR(run.start_v[1], 0.6, 1e-15);
  EXPECT_NEAR(run.start_v[2], 0.8 - 0.3 * change, 1e-15);
}

TEST(InvalidInput, ProjectionIsInTheMetricOfTheMass) {
  auto spec = laws::run_spec({}, 0.1, 1);
  spec.setting.v = numbers({1, 1, 1});
  spec.setting.project = true;
  auto const run = find_problem("anisotropic_particle").method("dla_leapfrog").integrate(spec);
  // phi = vx + x vy + y vz with x = 0.5, y = 0.3; masses 1, 2, 3.
  double const change = (1 + 0.5 + 0.3) / (1 + 0.25 / 2 + 0.09 / 3);
  EXPECT_NEAR(run.start_v[0], 1 - change, 1e-15);
  EXPECT_NEAR(run.start_v[1], 1 - 0.5 * change / 2, 1e-15);
  EXPECT_NEAR(run.start_v[2], 1 - 0.3 * change / 3, 1e-15);
}

TEST(InvalidInput, AMethodsOwnStateNeedNotBeOnTheConstraint) {
  auto spec = good();
  spec.setting = laws::setting_at({0.5, 0.3, -0.4}, {0.5, 0.6, 0.8});
  EXPECT_EQ(contact().method("dla_leapfrog").integrate(spec).outcome, Outcome::ok);
}

TEST(InvalidInput, SingularConstraints) {
  // On the axis r = 0 the kinetic energy has no part of vtheta.
  auto spec = laws::run_spec({}, 0.1, 1);
  spec.setting.q = numbers({0, 0, 0});
  spec.setting.v = numbers({0.1, 0.1, 0});
  expect_misuse(spec, {"singular"}, "odeint_rk4", "cylindrical_particle");
}

TEST(InvalidInput, WrongLength) {
  auto spec = good();
  spec.setting.q = numbers({0.5, 0.3});
  expect_misuse(spec, {"q has 2 numbers", "3 are wanted", "x, y, z"});
  spec = good();
  spec.setting.v = numbers({0, 0, 0, 0});
  expect_misuse(spec, {"v has 4 numbers", "vx, vy, vz"});
}

TEST(InvalidInput, NumbersThatAreNotFinite) {
  auto spec = good();
  spec.setting.q = numbers({0.5, std::numeric_limits<double>::infinity(), 0});
  expect_misuse(spec, {"q: y is not finite"});
  spec = good();
  spec.setting.v = numbers({0, 0, std::numeric_limits<double>::quiet_NaN()});
  expect_misuse(spec, {"v: vz is not finite"});
}

TEST(InvalidInput, StepsMustBeFiniteAndNotZero) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (double bad : {0.0, std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
    auto spec = good();
    spec.step = bad;
    expect_misuse(spec, {"step"});
  }
  auto spec = good();
  spec.steps = 0;
  expect_misuse(spec, {"number of steps"});
}

TEST(InvalidInput, ReferenceTimesAreNotNegative) {
  EXPECT_THROW(contact().reference({}, {-1}), InvalidInput);
}

TEST(InvalidInput, EnsemblesThatMakeNoSense) {
  EnsembleSpec const good_ensemble{.energy = 1, .orbits = 2, .step = 0.1, .steps = 2};
  auto const ensemble = [](EnsembleSpec const& spec) {
    return contact().method("dla_leapfrog").ensemble(spec);
  };
  EXPECT_NO_THROW(ensemble(good_ensemble));
  auto const expect_refused = [&](auto const& spoil) {
    auto spec = good_ensemble;
    spoil(spec);
    EXPECT_THROW(ensemble(spec), InvalidInput);
  };
  expect_refused([](EnsembleSpec& s) { s.orbits = 0; });
  expect_refused([](EnsembleSpec& s) { s.step = 0; });
  expect_refused([](EnsembleSpec& s) { s.steps = 0; });
  expect_refused([](EnsembleSpec& s) { s.every = 0; });
  expect_refused([](EnsembleSpec& s) { s.threads = 0; });
  expect_refused([](EnsembleSpec& s) { s.energy = -1; });
  expect_refused([](EnsembleSpec& s) { s.family = true; });  // the contact oscillator has none
  expect_refused([](EnsembleSpec& s) { s.parameters = {{"epsilom", 1}}; });
  expect_refused([](EnsembleSpec& s) { s.options = {{"multipliers", "x"}}; });
}

bool finite(std::vector<double> const& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
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
