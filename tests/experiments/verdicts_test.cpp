// Rules: one for each kind of statement, from printed data alone. Verdicts: every way to combine
// interpretations, parts and controls.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <tuple>

#include "experiments/statements/rule.hpp"
#include "experiments/statements/verdict.hpp"

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

/// A number statement "2" with these readings.
Statement statement(std::vector<Reading> readings) {
  for (auto& reading : readings)
    if (reading.rule.empty()) reading.rule.value = "2";
  return {.paper = "p",
          .id = "S",
          .place = "1",
          .statement = "s",
          .printed = "2",
          .kind = "number",
          .readings = readings};
}

Reading reading(std::string const& name, std::string correction = {}, std::string assumption = {},
                std::vector<std::string> inferred_from = {}) {
  return {.name = name,
          .label = name,
          .quantity = "w",
          .relative_to = "absolute",
          .experiment = "e",
          .correction = std::move(correction),
          .assumption = std::move(assumption),
          .inferred_from = std::move(inferred_from)};
}

Measurements measured(std::vector<std::pair<std::string, double>> const& values) {
  Measurements all;
  for (auto const& [name, value] : values) all.instances[{"S", name}].push_back({"", {value}});
  return all;
}

TEST(Verdicts, FollowFromReadingsWithoutCorrectionFirst) {
  auto const two = statement({reading("a"), reading("b")});
  EXPECT_EQ(verdict_of(two, measured({{"a", 2}, {"b", 2}})).word, "holds");
  EXPECT_EQ(verdict_of(two, measured({{"a", 2}, {"b", 3}})).word, "undetermined");
  EXPECT_EQ(verdict_of(two, measured({{"a", 2}, {"b", 3}})).why,
            "'a' agrees; 'b' does not agree (3; limits 1.5 and 2.5)");
  EXPECT_EQ(verdict_of(two, measured({{"a", 3}, {"b", 3}})).word, "fails");

  auto const repaired = statement({reading("printed"), reading("right", "the sign")});
  auto const corrected = verdict_of(repaired, measured({{"printed", 3}, {"right", 2}}));
  EXPECT_EQ(corrected.word, "holds");
  EXPECT_EQ(corrected.correction, "the sign");
  EXPECT_EQ(corrected.why, "without it the measured number does not agree (3; limits 1.5 and 2.5)");
  auto const unneeded = verdict_of(repaired, measured({{"printed", 2}, {"right", 2}}));
  EXPECT_EQ(unneeded.word, "holds");
  EXPECT_EQ(unneeded.correction, "");
  auto const wrong = verdict_of(repaired, measured({{"printed", 3}, {"right", 3}}));
  EXPECT_EQ(wrong.word, "fails");
  EXPECT_EQ(wrong.correction, "the sign");
}

TEST(Verdicts, NameReadingsWithoutCorrectionAsDecidingIfOneAgrees) {
  auto const s = statement({reading("right", "the sign"), reading("a"), reading("b")});
  auto const decide = [&](double right, double a, double b) {
    std::string names;
    auto const v = verdict_of(s, measured({{"right", right}, {"a", a}, {"b", b}}));
    for (std::size_t i = 0; i < v.readings.size(); ++i)
      if (v.readings[i].decides) names += s.readings[i].name + " ";
    return names;
  };
  EXPECT_EQ(decide(2, 2, 2), "a ");
  EXPECT_EQ(decide(2, 2, 3), "a b ") << "undetermined";
  EXPECT_EQ(decide(2, 3, 3), "right ");
}

TEST(Verdicts, NameCorrectionAndAssumptionBoth) {
  auto const s = statement({reading("a", "the sign", "the start")});
  auto const v = verdict_of(s, measured({{"a", 2}}));
  EXPECT_EQ(v.word, "holds");
  EXPECT_EQ(v.correction, "the sign");
  EXPECT_EQ(v.assumption, "the start");
  auto const free = statement({reading("a", "", "the start"), reading("b")});
  EXPECT_EQ(verdict_of(free, measured({{"a", 2}, {"b", 2}})).assumption, "")
      << "one reading holds without it";
}

TEST(Verdicts, DoNotConfirmANumberByTheChoiceThatItSelected) {
  auto const own = statement({reading("a", "", "", {"S", "T"})});
  auto const v = verdict_of(own, measured({{"a", 2}}));
  EXPECT_EQ(v.word, "undetermined");
  EXPECT_EQ(v.inferred_from, (std::vector<std::string>{"S", "T"}));
  auto const other = statement({reading("a", "", "", {"T"})});
  EXPECT_EQ(verdict_of(other, measured({{"a", 2}})).word, "holds");
  EXPECT_EQ(verdict_of(other, measured({{"a", 2}})).inferred_from, std::vector<std::string>{"T"});
  EXPECT_EQ(verdict_of(own, measured({{"a", 3}})).word, "fails");
}

TEST(Verdicts, NeedAllInstances) {
  auto const s = statement({reading("a")});
  Measurements all;
  all.instances[{"S", "a"}] = {{"one", {2}}, {"two", {2.1}}};
  EXPECT_EQ(verdict_of(s, all).word, "holds");
  all.instances[{"S", "a"}].push_back({"three", {9}});
  auto const v = verdict_of(s, all);
  EXPECT_EQ(v.word, "fails");
  EXPECT_EQ(v.readings[0].measured->value, 9);
  EXPECT_EQ(
      v.readings[0].words,
      "w: 9 (the worst: three); limits 1.5 and 2.5 (absolute, double); 2 of 3 instances match");
}

TEST(Verdicts, SayWhatWasNotRun) {
  auto s = statement({reading("a"), reading("b")});
  EXPECT_EQ(verdict_of(s, {}).word, "not run");
  Measurements some = measured({{"a", 2}});
  some.not_run[{"S", "b"}] = "too long";
  EXPECT_EQ(verdict_of(s, some).word, "holds");
  EXPECT_EQ(verdict_of(s, some).readings[1].words, "too long");
  s.readings.clear();
  s.background = true;
  EXPECT_EQ(verdict_of(s, {}).word, "background");
  s.not_checkable = "a remark";
  EXPECT_EQ(verdict_of(s, {}).word, "not checkable");
  s.not_checkable.clear(), s.not_run = "a machine";
  EXPECT_EQ(verdict_of(s, {}).word, "not run");
  EXPECT_EQ(verdict_of(s, {}).why, "a machine");
}

TEST(Verdicts, RejectValuesThatAreNotFinite) {
  auto const two = statement({reading("a"), reading("b")});
  EXPECT_EQ(verdict_of(two, measured({{"a", std::nan("")}, {"b", 2}})).word, "undetermined");
  EXPECT_EQ(verdict_of(two, measured({{"a", HUGE_VAL}, {"b", 3}})).word, "undetermined");
  auto const corrected = statement({reading("a", "the sign"), reading("b")});
  EXPECT_EQ(verdict_of(corrected, measured({{"a", std::nan("")}, {"b", 2}})).word, "holds")
      << "the correction decides nothing";
  auto parts = two;
  for (auto& part : parts.readings) part.part = true;
  EXPECT_EQ(verdict_of(parts, measured({{"a", std::nan("")}, {"b", 2}})).word, "undetermined");
  EXPECT_EQ(verdict_of(parts, measured({{"a", std::nan("")}, {"b", 3}})).word, "fails");
  EXPECT_EQ(verdict_of(two, measured({{"a", std::nan("")}, {"b", std::nan("")}})).word, "not run");
  Measurements instances;
  instances.instances[{"S", "a"}] = {{"one", {2}}, {"two", {std::nan("")}}};
  EXPECT_EQ(verdict_of(statement({reading("a")}), instances).word, "not run");
}

/// A theorem "the residual vanishes" with one control of what is expected.
Statement theorem_with(bool control_holds) {
  auto s = statement({reading("a")});
  s.kind = "theorem";
  s.readings[0].rule = {};
  s.controls = {{.name = "wrong sign",
                 .label = "wrong sign",
                 .quantity = "residual with the wrong sign",
                 .holds = control_holds,
                 .reading = "a",
                 .experiment = "e"}};
  return s;
}

TEST(Controls, MustComeOutTheOtherWay) {
  auto const s = theorem_with(false);
  auto of = [](double own, double control) {
    auto all = measured({{"a", own}});
    all.controls[{"S", "wrong sign"}] = {{"one", {control}}, {"two", {0}}};
    return all;
  };
  auto const power = verdict_of(s, of(0, 0.5));
  EXPECT_EQ(power.word, "holds");
  EXPECT_EQ(power.controls[0].told_apart, true);
  EXPECT_EQ(power.controls[0].measured, 0.5) << "the worst of two instances";
  auto const none = verdict_of(s, of(0, 0));
  EXPECT_EQ(none.word, "undetermined");
  EXPECT_EQ(none.controls[0].told_apart, false);
  EXPECT_TRUE(none.why.starts_with("the check has no power: the control 'wrong sign'")) << none.why;
  EXPECT_EQ(verdict_of(s, of(0.5, 0.5)).word, "undetermined") << "both fail: nothing is told apart";
  EXPECT_EQ(verdict_of(s, of(0, std::nan(""))).word, "undetermined");
  auto const failing = theorem_with(true);
  EXPECT_EQ(verdict_of(failing, of(0.5, 0)).word, "fails");
  EXPECT_EQ(verdict_of(failing, of(0.5, 0.5)).word, "undetermined");
}

TEST(Controls, DecideNothingIfNotRun) {
  auto const v = verdict_of(theorem_with(false), measured({{"a", 0}}));
  EXPECT_EQ(v.word, "holds");
  EXPECT_EQ(v.controls[0].told_apart, std::nullopt);
}

TEST(Controls, MayBeSharedByRowsOfOneFormula) {
  auto s = theorem_with(false);
  s.controls[0].same_as = "OTHER";
  auto all = measured({{"a", 0}});
  all.controls[{"OTHER", "wrong sign"}] = {{"", {1}}};
  EXPECT_EQ(verdict_of(s, all).controls[0].told_apart, true);
}

TEST(Parts, MustAllHold) {
  auto s = statement({reading("a"), reading("b", "E1: the sign"), reading("c")});
  for (auto& one : s.readings) one.part = true;
  s.readings[2].not_measured = "a second solver";
  auto const v = verdict_of(s, measured({{"a", 2}, {"b", 2}}));
  EXPECT_EQ(v.word, "holds");
  EXPECT_EQ(v.why, "the part 'c' is not measured: a second solver");
  EXPECT_EQ(v.correction, "E1: the sign");
  auto const failed = verdict_of(s, measured({{"a", 2}, {"b", 3}}));
  EXPECT_EQ(failed.word, "fails");
  EXPECT_TRUE(failed.why.starts_with("the part 'b' does not agree (3;")) << failed.why;
  EXPECT_EQ(verdict_of(s, {}).word, "not run");
}

TEST(Readings, StateTheirLimitAndPrecision) {
  auto s = theorem_with(false);
  s.readings[0].relative_to = "the size of the terms";
  auto all = measured({});
  all.instances[{"S", "a"}] = {{"", in_quad(0x1p-108, 4, {{"slope", 2}})}};
  auto const r = verdict_of(s, all).readings[0];
  EXPECT_EQ(r.precision, "quad");
  EXPECT_DOUBLE_EQ(r.limit->high, 2000 * quad_epsilon);
  EXPECT_EQ(r.words,
            "w: 3.081e-33; slope: 2; limit 3.85e-31 (relative to the size of the terms, quad)");
  s.readings[0].relative_to = "absolute";
  EXPECT_EQ(verdict_of(s, all).readings[0].words,
            "w: 3.081e-33; slope: 2; limit 3.85e-31 (absolute, quad)");
}

}  // namespace
}  // namespace rattleback
