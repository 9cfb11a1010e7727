// Statements as data, and verdicts: every way to combine interpretations, parts and controls.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/invalid_input.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/core/measurements_json.hpp"
#include "experiments/core/runner.hpp"
#include "experiments/statements/verdict.hpp"

namespace rattleback {
namespace {
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
    for (auto const& r : verdict_of(s, measured({{"right", right}, {"a", a}, {"b", b}})).readings)
      if (r.decides) names += r.name + " ";
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
  EXPECT_EQ(verdict_of(two, measured({{"a", std::nan("")}, {"b", 2}})).word, "holds");
  EXPECT_EQ(verdict_of(two, measured({{"a", HUGE_VAL}, {"b", 3}})).word, "fails");
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
  EXPECT_EQ(r.limit_relative_to, "the size of the terms");
  EXPECT_DOUBLE_EQ(r.limit->high, 2000 * quad_epsilon);
  EXPECT_EQ(r.words,
            "w: 3.081e-33; slope: 2; limit 3.85e-31 (relative to the size of the terms, quad)");
  s.readings[0].relative_to = "absolute";
  EXPECT_EQ(verdict_of(s, all).readings[0].limit_relative_to, "absolute");
}

Declarations parse(std::string_view statements, std::string_view errata = "",
                   std::string_view findings = "") {
  return parse_declarations({"p", statements, errata, findings});
}

constexpr auto head = "[statement.S]\nplace='1'\nstatement='s'\nprinted='2'\nkind='number'\n";

TEST(Declarations, ReadControlsAndParts) {
  std::string const text =
      "[statement.S]\nplace='1'\nstatement='s'\nprinted='x'\nkind='theorem'\nexperiment='e'"
      "\n"
      "[statement.S.part.a]\nquantity='A'\n"
      "[statement.S.part.b]\nnot_measured='a proof'\n"
      "[statement.S.control.sign]\nquantity='A with -'\nexpect='fails'\n"
      "[statement.T]\nplace='1'\nstatement='s'\nprinted='x'\nkind='theorem'\nexperiment='e'"
      "\n"
      "quantity='B'\n"
      "[statement.T.control.sign]\nsame_as='S'\nexpect='fails'\n";
  auto const d = parse(text);
  EXPECT_TRUE(d.statements[0].readings[0].part);
  EXPECT_EQ(d.statements[0].readings[1].not_measured, "a proof");
  EXPECT_EQ(d.statements[0].controls[0].reading, "a");
  EXPECT_EQ(d.statements[0].controls[0].experiment, "e");
  EXPECT_EQ(d.statements[1].controls[0].reading, "as printed");
  auto const wronged = [&](std::string const& from, std::string const& to) {
    std::string wrong = text;
    wrong.replace(wrong.rfind(from), from.size(), to);
    return wrong;
  };
  EXPECT_THROW(parse(wronged("same_as='S'", "same_as='U'")), std::invalid_argument);
  EXPECT_THROW(parse(wronged(".sign]", ".other]")), std::invalid_argument);
  EXPECT_THROW(parse(wronged("expect='fails'", "expect='maybe'")), std::invalid_argument);
  EXPECT_THROW(parse(wronged("expect='fails'", "expect='fails'\nreading='z'")),
               std::invalid_argument);
}

TEST(Declarations, TakeIdsAndNamesFromTitlesInTheOrderOfTheText) {
  std::string const row = "place='1'\nstatement='s'\nprinted='x'\nkind='theorem'\nexperiment='e'\n";
  std::string const text = "[statement.'T, $n$']\n" + row +
                           "[statement.'T, $n$'.reading.'z = $z$']\nquantity='Z'\n"
                           "[statement.'T, $n$'.reading.a]\nquantity='A'\n"
                           "[statement.'T, $n$'.control.sign]\nquantity='-Z'\n[statement.S]\n" +
                           row + "quantity='B'\n";
  auto const d = parse(text);
  ASSERT_EQ(d.statements.size(), 2u);
  EXPECT_EQ(d.statements[0].id + " " + d.statements[1].id, "T, $n$ S");
  EXPECT_EQ(d.statements[0].readings[0].label, "z = $z$");
  EXPECT_EQ(d.statements[0].readings[0].name + d.statements[0].readings[1].name, "z = za");
  EXPECT_EQ(d.statements[0].controls[0].name, "sign");
  for (std::string const wrong :
       {"id='U'\n", "control.sign='-B'\n", "control.'$a'={quantity='-B'}\n"})
    EXPECT_THROW(parse(text + wrong), std::invalid_argument) << wrong;
}

TEST(Declarations, FillAReadingForEachAlternative) {
  std::string const text =
      "[alternatives]\nstart=[{name='plain', words='at 0', inferred_from=['S']},\n"
      "{name='exact', words='on the motion'}]\n"
      "[statement.S]\nplace='1'\nstatement='s'\nprinted='x'\nkind='theorem'\n"
      "experiment='e'\n[statement.S.reading.'A, {}']\neach='start'\nquantity='A; start {}'\n";
  auto const readings = parse(text).statements[0].readings;
  ASSERT_EQ(readings.size(), 2u);
  EXPECT_EQ(readings[0].name + "/" + readings[0].quantity, "A, plain/A; start at 0");
  EXPECT_EQ(readings[1].name + "/" + readings[1].quantity, "A, exact/A; start on the motion");
  EXPECT_EQ(readings[0].inferred_from, std::vector<std::string>{"S"});
  EXPECT_TRUE(readings[1].inferred_from.empty());
  auto wrong = text;
  EXPECT_THROW(parse(wrong.replace(wrong.rfind("'start'"), 7, "'stop'")), std::invalid_argument);

  auto const four = parse(text.substr(0, text.find("[statement")) +
                          "sign=[{name='+', words='plus'},\n"
                          "{name='-', words='minus', correction='E1: the sign'}]\n"
                          "[statement.S]\nplace='1'\nstatement='s'\nprinted='x'\n"
                          "kind='theorem'\nexperiment='e'\n[statement.S.reading.'{1}, {2}']\n"
                          "each=['start', 'sign']\nquantity='{2}, {1}'\n")
                        .statements[0]
                        .readings;
  ASSERT_EQ(four.size(), 4u);
  EXPECT_EQ(four[1].name + "/" + four[1].quantity, "plain, -/minus, at 0");
  EXPECT_EQ(four[2].name + "/" + four[2].correction, "exact, +/");
  EXPECT_EQ(four[3].name + "/" + four[3].correction, "exact, -/E1: the sign");
}

TEST(Declarations, TakeTheExperimentOfARowFromTheTable) {
  std::string const row = std::string(head) + "value='2'\n";
  auto const d = parse("[experiments]\ne=['S']\n" + row);
  EXPECT_EQ(d.statements[0].readings[0].experiment, "e");
  EXPECT_EQ(d.statements[0].readings[0].relative_to, "absolute");
  for (std::string const wrong : {"e=['T']", "e=['S', 'S']", "e=['S']\nf=['S']"})
    EXPECT_THROW(parse("[experiments]\n" + wrong + "\n" + row), std::invalid_argument) << wrong;
  EXPECT_THROW(parse("[experiments]\ne=['S']\n" + row + "experiment='f'\n"), std::invalid_argument);
}

TEST(Declarations, KeepTheirOrderAndDefaults) {
  std::string const text = std::string(head) +
                           "value='2'\nexperiment='e'\nassumption='x'\n"
                           "[statement.S.reading.a]\nquantity='A'\n"
                           "[statement.S.reading.b]\nquantity='B'\nexperiment='f'\n"
                           "[statement.T]\nstatement='t'\nprinted=''\n"
                           "kind='theorem'\nexperiment='e'\n";
  auto const d = parse(text);
  ASSERT_EQ(d.statements.size(), 2u);
  auto const& s = d.statements[0];
  ASSERT_EQ(s.readings.size(), 2u);
  EXPECT_EQ(s.readings[0].experiment, "e");
  EXPECT_EQ(s.readings[1].experiment, "f");
  EXPECT_EQ(s.readings[1].rule.value, "2");
  EXPECT_EQ(s.readings[1].assumption, "x");
  ASSERT_EQ(d.statements[1].readings.size(), 1u);
  EXPECT_EQ(d.statements[1].readings[0].name, "as printed");
  EXPECT_EQ(d.statements[1].place, "1");
  std::string const finding = "finding='f'\nscope='s'\nquantity='q'\nweight=1\nexperiment='e'\n";
  auto const findings = parse("", "",
                              "[finding.F]\nplace='1'\ngroup='cost and solvers'\n" + finding +
                                  "[finding.G]\n" + finding)
                            .findings;
  EXPECT_EQ(findings[1].place + findings[1].group, "1cost and solvers");
}

TEST(Declarations, RefuseWhatIsMalformed) {
  auto const wrong = [](std::string const& text) {
    EXPECT_THROW(parse(text), std::invalid_argument) << text;
  };
  wrong("[statement\n");
  wrong("[statement.S]\n");
  wrong(std::string(head) + "value='2'\n");                            // no experiment
  wrong(std::string(head) + "value=2.0\nexperiment='e'\n");            // loses printed digits
  wrong(std::string(head) + "experiment='e'\n");                       // no rule
  wrong(std::string(head) + "value='2'\nexperiment='e'\nvalu='2'\n");  // unknown key
  wrong(std::string(head) + "not_run='x'\nnot_checkable='y'\n");
  wrong(std::string(head) + "value='2'\nexperiment='e'\ninferred_from=['U']\n");
  wrong(std::string(head) + "not_run='x'\n" + head + "not_run='x'\n");  // the id twice
  EXPECT_THROW(parse("", "[erratum.E]\nplace='1'\nprinted='a'\nright='b'\ndefect='d'\n"),
               std::invalid_argument);
}

TEST(Measurements, SurviveTheirFile) {
  Study study(false, 1, {});
  study.measure("S", "a", "one", {.value = 0.1, .steps = 7, .growth = "linear"});
  study.measure("S", "a", "two", {.value = std::nan("")});
  study.not_run("S", "b", "why");
  study.add_finding("F", {3.5, 1, {2, 4}}, "found");
  study.add_erratum("E", 1, 1e-16, "compared");
  EXPECT_THROW(study.measure("S", "a", "two", {1}), std::logic_error);
  EXPECT_THROW(study.add_finding("F", 1, ""), std::logic_error);
  PaperMeasurements back;
  back.add(nlohmann::json::parse(measurements_json(study).dump()));
  auto const& instances = back.readings.instances.at({"S", "a"});
  ASSERT_EQ(instances.size(), 2u);
  EXPECT_EQ(instances[0].measured.value, 0.1);
  EXPECT_EQ(instances[0].measured.steps, 7);
  EXPECT_EQ(instances[0].measured.growth, "linear");
  EXPECT_TRUE(std::isnan(instances[1].measured.value));
  EXPECT_EQ(back.readings.not_run.at({"S", "b"}), "why");
  EXPECT_EQ(back.evidence.at("F").numbers.control, 1);
  EXPECT_EQ(back.evidence.at("F").numbers.neighbours, (std::vector<double>{2, 4}));
  EXPECT_EQ(back.evidence.at("F").numbers.value, 3.5);
  EXPECT_EQ(back.defects.at("E").right, 1e-16);
}

TEST(Measurements, IncludeTheNormsOfTableColumns) {
  Study study(false, 1, {});
  auto& table = study.table("t", {"x", "y"});
  table.add({3, std::nan("")});
  table.add({-4, 2});
  auto const curves = measurements_json(study).at("curves");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].at("table"), "t");
  EXPECT_EQ(curves[0].at("column"), "x");
  EXPECT_EQ(curves[0].at("rows"), 2);
  EXPECT_EQ(curves[0].at("norm"), 5.0);
  EXPECT_EQ(curves[0].at("moment"), 0.5 * 3 - 4);
  EXPECT_EQ(curves[1].at("finite"), 1);
  EXPECT_EQ(curves[1].at("norm"), 2.0);
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

TEST(Statements, MayHaveATolerance) {
  std::string const text = std::string(head) + "value='2'\nexperiment='e'\n";
  auto const own = parse(text + "tolerance={relative=0.01, reason='a chaotic run'}\n");
  EXPECT_EQ(own.statements[0].readings[0].tolerance.relative, 0.01);
  EXPECT_EQ(own.statements[0].readings[0].tolerance.reason, "a chaotic run");
  EXPECT_TRUE(parse(text).statements[0].readings[0].tolerance.reason.empty());
  EXPECT_THROW(parse(text + "tolerance={relative=0.01}\n"), std::invalid_argument);
  EXPECT_THROW(parse(text + "tolerance={relative=2, reason='x'}\n"), std::invalid_argument);
}

TEST(Measurements, EqualTheDeclaredOnes) {
  auto const declared = parse(std::string(head) + "value='2'\nexperiment='e'\n");
  Experiment experiment;
  experiment.id = "e", experiment.paper = "p";
  Study none(false, 1, {}), right(false, 1, {}), more(false, 1, {}), skipped(false, 1, {});
  EXPECT_THROW(demand_declared(experiment, declared, none), InvalidInput);
  right.measure("S", {2});
  EXPECT_NO_THROW(demand_declared(experiment, declared, right));
  skipped.not_run("S", "as printed", "why");
  EXPECT_NO_THROW(demand_declared(experiment, declared, skipped));
  more.measure("S", {2});
  more.add_finding("F", 1, "");
  EXPECT_THROW(demand_declared(experiment, declared, more), InvalidInput);
}

}  // namespace
}  // namespace rattleback
