// One rule for each kind of statement, from printed data alone.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <tuple>

#include "experiments/statements/rule.hpp"

namespace rattleback {
namespace {

bool holds(std::string const& kind, Declared const& declared, Measured const& measured) {
  return Rule(kind, declared).matches(measured);
}

TEST(Rules, HalfAUnitOfTheLastPrintedDigit) {
  EXPECT_DOUBLE_EQ(half_unit("4.33"), 0.005);
  EXPECT_DOUBLE_EQ(half_unit("60"), 0.5);
  EXPECT_DOUBLE_EQ(half_unit("1e-3"), 5e-4);
  EXPECT_DOUBLE_EQ(half_unit("1.04e-05"), 5e-8);
  EXPECT_DOUBLE_EQ(half_unit("-0.250"), 5e-4);
  for (auto const* wrong : {"", "about 4", "4.3.2", "pi"})
    EXPECT_THROW(half_unit(wrong), std::invalid_argument) << wrong;
}

/// Expects that the rule accepts the first numbers and rejects the others.
void expect_limits(std::string const& kind, Declared const& declared,
                   std::vector<Measured> const& within, std::vector<Measured> const& beyond) {
  for (auto const& m : within) EXPECT_TRUE(holds(kind, declared, m)) << kind << " " << m.value;
  for (auto const& m : beyond) EXPECT_FALSE(holds(kind, declared, m)) << kind << " " << m.value;
}

TEST(Rules, CompareNumbersAndMagnitudes) {
  expect_limits("number", {.value = "4.33"},
                {{4.335}, {4.325}, {.value = 4.4, .sampling_error = 0.07}}, {{4.3351}, {-4.33}});
  expect_limits("magnitude", {.value = "1e-9"}, {{9.9e-9}, {3.2e-10}}, {{1.1e-8}, {3.1e-10}});
}

TEST(Rules, CompareOrdersAndBounds) {
  expect_limits("order", {.order = "2"}, {{2.1}, {.value = 2.11, .sampling_error = 0.02}},
                {{2.11}, {.value = 2.13, .sampling_error = 0.02}, {1.89}});
  expect_limits("order", {.order = "1", .relation = "at least"}, {{2}}, {{0.89}});
  expect_limits("bound", {.value = "5", .relation = "at most"}, {{5}}, {});
  expect_limits("bound", {.value = "5", .relation = "less than"}, {}, {{5}});
  expect_limits("bound", {.value = "5", .relation = "at least"}, {{5}}, {});
  expect_limits("bound", {.value = "5", .relation = "more than"}, {}, {{5}});
  expect_limits("ranking", {}, {{1.01}}, {{1}});
}

TEST(Rules, GrowWithTheSquareRootOfTheRunForRounding) {
  double const unit = 1000 * 0x1p-52;
  expect_limits("theorem", {}, {{unit}}, {{1.01 * unit}, {-1.01 * unit}});
  expect_limits("invariant", {}, {{.value = 99 * unit, .steps = 10000}},
                {{.value = 101 * unit, .steps = 10000}});
  expect_limits("formula", {}, {}, {{.value = unit, .epsilon = 0x1p-112}});
  expect_limits("qualitative", {.means = "not exact"}, {{1001 * unit}}, {{999 * unit}});
}

TEST(Rules, CompareWords) {
  auto const says = [](char const* means, Measured const& m) {
    return holds("qualitative", {.means = means}, m);
  };
  for (auto const* growth : {"bounded", "square-root", "linear", "exponential", "undecided", ""}) {
    Measured const m{.value = 0.1, .growth = growth};
    std::string const kind = growth;
    EXPECT_EQ(says("bounded", m), kind == "bounded") << growth;
    EXPECT_EQ(says("linear", m), kind == "linear") << growth;
    EXPECT_EQ(says("random walk", m), kind == "square-root") << growth;
    EXPECT_EQ(says("exponential", m), kind == "exponential") << growth;
    EXPECT_EQ(says("drifts", m), kind == "square-root" || kind == "linear" || kind == "exponential")
        << growth;
  }
  for (auto const& [means, right, wrong] : {std::tuple{"stable", 1 + 1e-7, 1 + 1e-5},
                                            {"unstable", 1 + 1e-5, 1.0},
                                            {"decreases", -1e-3, -1e-15},
                                            {"increases", 1e-3, -1e-3},
                                            {"occurs", 1.0, 0.0},
                                            {"never", 0.0, 1.0}})
    expect_limits("qualitative", {.means = means}, {{right}}, {{wrong}});
}

TEST(Rules, NeverMatchWhatIsNoNumber) {
  for (auto const& [kind, declared] : std::vector<std::pair<std::string, Declared>>{
           {"number", {.value = "0"}},
           {"theorem", {}},
           {"ranking", {}},
           {"qualitative", {.means = "not exact"}},
           {"bound", {.value = "1", .relation = "more than"}},
           {"figure", {.low = "0", .high = {}, .reason = "own"}}}) {
    EXPECT_FALSE(holds(kind, declared, {std::nan("")})) << kind;
    EXPECT_FALSE(holds(kind, declared, {HUGE_VAL})) << kind;
  }
}

TEST(Rules, RefuseWhatDoesNotMakeExactlyOne) {
  for (auto const& [kind, declared] : std::vector<std::pair<std::string, Declared>>{
           {"opinion", {.value = "1"}},
           {"number", {}},
           {"magnitude", {}},
           {"order", {}},
           {"qualitative", {}},
           {"figure", {}},
           {"number", {.value = "pi"}},
           {"number", {.value = "1", .order = "2"}},
           {"qualitative", {.means = "nice"}},
           {"bound", {.value = "1", .relation = "near"}},
           {"figure", {.low = "1", .high = {}, .reason = {}}},
           {"figure", {.low = {}, .high = {}, .reason = "because"}}})
    EXPECT_THROW(Rule(kind, declared), std::invalid_argument) << kind;
}

TEST(Rules, ReturnALimitThatChangesAreComparedWith) {
  auto const limit = [](std::string const& kind, Declared const& declared, Measured const& m) {
    return Rule(kind, declared).limit(m);
  };
  EXPECT_DOUBLE_EQ(limit("formula", {}, {.value = 0, .steps = 4}), 2000 * 0x1p-52);
  EXPECT_NEAR(limit("number", {.value = "4.33"}, {.value = 4}), 0.005, 1e-12);
  EXPECT_EQ(limit("bound", {.value = "2", .relation = "at most"}, {.value = 1}), 2);
  EXPECT_EQ(limit("qualitative", {.means = "bounded"}, {.value = 1}), 0);
}

}  // namespace
}  // namespace rattleback
