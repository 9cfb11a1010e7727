// Energy errors are judged by the largest kinetic energy of the motion, in whatever units.

#include "experiments/measure/energy_scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "base/input.hpp"
#include "experiments/comparison/comparison.hpp"
#include "integrators/core/registry/lookup.hpp"

namespace rattleback {
namespace {

/// A text whose Lagrangian is multiplied by a factor.
ProblemEntry const& in_units(std::string const& example, std::string const& factor) {
  std::string const folder = example == "skate" ? "/docs/examples/" : "/problems/";
  auto const text = text_in(RATTLEBACK_SOURCE_FOLDER + folder + example + ".toml");
  static std::regex const lagrangian("\nlagrangian = \"([^\"]*)\"");
  return text::problem_in_text(
      example + ".toml",
      std::regex_replace(text, lagrangian, "\nlagrangian = \"" + factor + "*($1)\""));
}

InvariantBehaviour energy_of(ProblemEntry const& problem, std::string const& method) {
  ComparisonSpec const spec{.energy_scale = energy_scale(problem, {}, 2000)};
  return structure_of(problem, problem.method(method), spec, "", {}).invariants.front();
}

TEST(EnergyScale, GivesTheSameClassesInAllUnits) {
  std::vector<std::string> classes;
  for (std::string const example : {"skate", "tilted_sleigh", "two_constraint_particle"})
    for (std::string const method : {"gni", "dla_leapfrog", "dla_euler", "odeint_rk4"}) {
      auto const plain = energy_of(in_units(example, "1"), method);
      classes.push_back(plain.words());
      // Powers of four change no bit. Powers of ten change the rounding, on which the class of a
      // chaotic motion depends, that of the particle.
      for (auto const& [factor, value] :
           {std::pair{"1024", 1024.}, {"4^-5", 1 / 1024.}, {"1e-3", 1e-3}, {"1e3", 1e3}}) {
        if (example == "two_constraint_particle" && value != 1024 && value != 1 / 1024.) continue;
        auto const scaled = energy_of(in_units(example, factor), method);
        EXPECT_EQ(scaled.words(), plain.words()) << example << ", " << method << ", " << factor;
        EXPECT_EQ(scaled.is_lost(), plain.is_lost()) << example << ", " << method;
        EXPECT_NEAR(scaled.scale / plain.scale / value, 1, 1e-6) << example;
      }
    }
  // The test would see nothing if all were alike.
  std::sort(classes.begin(), classes.end());
  EXPECT_GE(std::unique(classes.begin(), classes.end()) - classes.begin(), 2);
}

TEST(EnergyScale, EqualsTheLargestKineticEnergyOfTheMotion) {
  // A free snakeboard keeps its kinetic energy.
  auto const& board = find_problem("snakeboard");
  auto const scale = energy_scale(board, {}, 100);
  EXPECT_NEAR(scale.value, board.energy({}), 1e-6);
  EXPECT_EQ(scale.until, 100);
  EXPECT_LT(scale.own_deviation, 1e-6);
}

TEST(EnergyScale, ShowsNoLostMotionAsGood) {
  for (auto const& [problem, method] : {std::pair{"snakeboard", "gni"},
                                        {"chaplygin_sleigh", "gni"},
                                        {"mobile_robot", "gni"},
                                        {"suslov", "reduced_gni"},
                                        {"tilted_sleigh", "gni"},
                                        {"snakeboard", "gni_rattle"}}) {
    auto const energy = energy_of(find_problem(problem), method);
    EXPECT_EQ(energy.words(), "lost") << problem << ", " << method;
    EXPECT_FALSE(energy.stays()) << problem << ", " << method;
    EXPECT_GT(energy.lost_at, 0) << problem << ", " << method;
  }
}

// On a slope the kinetic energy grows like t^2: what counts is how large it was until then.
TEST(EnergyScale, ComparesWithTheMotionSoFar) {
  auto const scale = energy_scale(find_problem("tilted_sleigh"), {}, 400);
  ASSERT_GE(scale.times.size(), 1000u);
  for (std::size_t i = 1; i < scale.times.size(); ++i) {
    ASSERT_GT(scale.times[i], scale.times[i - 1]);
    ASSERT_GE(scale.largest[i], scale.largest[i - 1]);
  }
  EXPECT_EQ(scale.up_to(400), scale.value);
  EXPECT_EQ(scale.up_to(1e6), scale.value);
  EXPECT_EQ(scale.up_to(0), scale.up_to(find_problem("tilted_sleigh").card.time_scale / 2));
  EXPECT_NEAR(scale.up_to(100) / energy_scale(find_problem("tilted_sleigh"), {}, 100).value, 1,
              0.02);
  EXPECT_TRUE(scale.is_lost(100, 0.11 * scale.up_to(100)));
  EXPECT_FALSE(scale.is_lost(100, 0.09 * scale.up_to(100)));
  EXPECT_FALSE(scale.is_lost(400, 0.11 * scale.up_to(100)));
}

// Not every method is lost where another is, and not every bounded error is a loss.
TEST(EnergyScale, LeavesGoodMotionsAlone) {
  EXPECT_FALSE(energy_of(find_problem("snakeboard"), "dla_leapfrog").is_lost());
  EXPECT_FALSE(energy_of(find_problem("contact_oscillator"), "gni").is_lost());
}

TEST(FlippedMomentum, CausesAWarningIfItGrows) {
  auto const flipped = [](std::string const& problem, double until) {
    RunSpec const spec{.step = RawQuad(1) / 10, .steps = std::lround(10 * until)};
    auto const run = find_problem(problem).method("gni").integrate(spec);
    EXPECT_TRUE(run.flipped);
    return warning_of_flipped_momentum(run.flipped->initial, run.flipped->largest,
                                       energy_scale(find_problem(problem), {}, until).value);
  };
  EXPECT_NE(flipped("snakeboard", 120).find("parasitic mode has grown"), std::string::npos);
  EXPECT_EQ(flipped("snakeboard", 20), "");
  EXPECT_EQ(flipped("nonholonomic_particle", 500), "");
  RunSpec const spec{.step = RawQuad(1) / 10, .steps = 10};
  EXPECT_FALSE(find_problem("snakeboard").method("dla_leapfrog").integrate(spec).flipped);
}

// d = (p^+ - p^-)/2: on a homogeneous constraint |d|^2/2 = H(p^-) - H of the average momentum.
TEST(FlippedMomentum, EqualsTheDifferenceOfTwoEnergies) {
  RunSpec const spec{.step = RawQuad(1) / 10, .steps = 1};
  for (std::string const method : {"gni", "gni_rattle", "reduced_gni"}) {
    auto const run = find_problem("snakeboard").method(method).integrate(spec);
    auto const final_of = [&](std::string const& name) {
      return std::find_if(run.invariants.begin(), run.invariants.end(),
                          [&](auto const& record) { return record.name == name; })
          ->final;
    };
    ASSERT_TRUE(run.flipped) << method;
    double const expected = final_of("energy_of_p") - final_of("energy");
    EXPECT_NEAR(std::max(run.flipped->initial, run.flipped->largest), expected, 0.2 * expected)
        << method;
    EXPECT_GT(expected, 0) << method;
  }
}

TEST(Starts, TheDefaultHasTheBestOrder) {
  for (auto const& card : method_cards())
    for (auto const& start : card.starts)
      EXPECT_GE(card.starts.front().order, start.order) << card.id << ", " << start.name;
}

}  // namespace
}  // namespace rattleback
