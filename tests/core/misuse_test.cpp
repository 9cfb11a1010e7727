// InvalidInput of a specification: it is thrown, and it names the value and what would be right.
// Unknown names: tests/command_line/misuse_test.cpp.

#include <gtest/gtest.h>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
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

}  // namespace
}  // namespace rattleback
