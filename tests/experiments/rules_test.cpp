// One rule for each kind of statement, from printed data alone.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

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

TEST(Rules, CompareNumbersAndMagnitudes) {
  Declared const printed{.value = "4.33"};
  EXPECT_TRUE(holds("number", printed, {4.335}));
  EXPECT_TRUE(holds("number", printed, {4.325}));
  EXPECT_FALSE(holds("number", printed, {4.3351}));
  EXPECT_FALSE(holds("number", printed, {-4.33}));
  EXPECT_TRUE(holds("number", printed, {.value = 4.4, .sampling_error = 0.07}));
  Declared const small{.value = "1e-9"};
  EXPECT_TRUE(holds("magnitude", small, {9.9e-9}));
  EXPECT_FALSE(holds("magnitude", small, {1.1e-8}));
  EXPECT_TRUE(holds("magnitude", small, {3.2e-10}));
  EXPECT_FALSE(holds("magnitude", small, {3.1e-10}));
}

TEST(Rules, CompareOrdersAndBounds) {
  EXPECT_TRUE(holds("order", {.order = "2"}, {2.1}));
  EXPECT_FALSE(holds("order", {.order = "2"}, {2.11}));
  EXPECT_TRUE(holds("order", {.order = "2"}, {.value = 2.11, .sampling_error = 0.02}));
  EXPECT_FALSE(holds("order", {.order = "2"}, {.value = 2.13, .sampling_error = 0.02}));
  EXPECT_FALSE(holds("order", {.order = "2"}, {1.89}));
  EXPECT_TRUE(holds("order", {.order = "1", .relation = "at least"}, {2}));
  EXPECT_FALSE(holds("order", {.order = "1", .relation = "at least"}, {0.89}));
  EXPECT_TRUE(holds("bound", {.value = "5", .relation = "at most"}, {5}));
  EXPECT_FALSE(holds("bound", {.value = "5", .relation = "less than"}, {5}));
  EXPECT_TRUE(holds("bound", {.value = "5", .relation = "at least"}, {5}));
  EXPECT_FALSE(holds("bound", {.value = "5", .relation = "more than"}, {5}));
  EXPECT_TRUE(holds("ranking", {}, {1.01}));
  EXPECT_FALSE(holds("ranking", {}, {1}));
}

TEST(Rules, GrowWithTheSquareRootOfTheRunForRounding) {
  double const unit = 1000 * 0x1p-52;
  EXPECT_TRUE(holds("theorem", {}, {unit}));
  EXPECT_FALSE(holds("theorem", {}, {1.01 * unit}));
  EXPECT_FALSE(holds("theorem", {}, {-1.01 * unit}));
  EXPECT_TRUE(holds("invariant", {}, {.value = 99 * unit, .steps = 10000}));
  EXPECT_FALSE(holds("invariant", {}, {.value = 101 * unit, .steps = 10000}));
  EXPECT_FALSE(holds("formula", {}, {.value = unit, .epsilon = 0x1p-112}));
  EXPECT_FALSE(holds("qualitative", {.means = "not exact"}, {999 * unit}));
  EXPECT_TRUE(holds("qualitative", {.means = "not exact"}, {1001 * unit}));
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
  EXPECT_TRUE(says("stable", {1 + 1e-7}));
  EXPECT_FALSE(says("stable", {1 + 1e-5}));
  EXPECT_TRUE(says("unstable", {1 + 1e-5}));
  EXPECT_FALSE(says("unstable", {1}));
  EXPECT_TRUE(says("decreases", {-1e-3}));
  EXPECT_FALSE(says("decreases", {-1e-15}));
  EXPECT_TRUE(says("increases", {1e-3}));
  EXPECT_FALSE(says("increases", {-1e-3}));
  EXPECT_TRUE(says("occurs", {1}));
  EXPECT_FALSE(says("occurs", {0}));
  EXPECT_TRUE(says("never", {0}));
  EXPECT_FALSE(says("never", {1}));
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

}  // namespace
}  // namespace rattleback
