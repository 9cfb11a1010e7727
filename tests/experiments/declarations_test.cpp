// Declarations of statements, errata and findings as read from TOML: defaults, alternatives,
// controls and mistakes; and studies against what is declared for them.

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/invalid_input.hpp"
#include "experiments/core/runner.hpp"
#include "experiments/statements/verdict.hpp"

namespace rattleback {
namespace {

Declarations parse(std::string_view statements, std::string_view errata = "",
                   std::string_view findings = "") {
  return parse_declarations({"p", statements, errata, findings});
}

void expect_mistake(std::string const& statements) {
  EXPECT_THROW(parse(statements), std::invalid_argument) << statements;
}

std::string const head = "[statement.S]\nplace='1'\nstatement='s'\nprinted='2'\nkind='number'\n";
std::string const number = head + "value='2'\nexperiment='e'\n";
/// Begin of the row of a theorem.
std::string theorem(std::string const& id) {
  return "[statement." + id +
         "]\nplace='1'\nstatement='s'\nprinted='x'\nkind='theorem'\nexperiment='e'\n";
}

TEST(Declarations, ReadControlsAndParts) {
  std::string const text =
      theorem("S") +
      "[statement.S.part.a]\nquantity='A'\n"
      "[statement.S.part.b]\nnot_measured='a proof'\n"
      "[statement.S.control.sign]\nquantity='A with -'\nexpect='fails'\n" +
      theorem("T") + "quantity='B'\n[statement.T.control.sign]\nsame_as='S'\nexpect='fails'\n";
  auto const d = parse(text);
  EXPECT_TRUE(d.statements[0].readings[0].part);
  EXPECT_EQ(d.statements[0].readings[1].not_measured, "a proof");
  EXPECT_EQ(d.statements[0].controls[0].reading, "a");
  EXPECT_EQ(d.statements[0].controls[0].experiment, "e");
  EXPECT_EQ(d.statements[1].controls[0].reading, "as printed");
  for (auto const& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"same_as='S'", "same_as='U'"},
           {".sign]", ".other]"},
           {"expect='fails'", "expect='maybe'"},
           {"expect='fails'", "expect='fails'\nreading='z'"}})
    expect_mistake(std::string(text).replace(text.rfind(from), from.size(), to));
}

TEST(Declarations, TakeIdsAndNamesFromTitlesInTheOrderOfTheText) {
  std::string const text = theorem("'T, $n$'") +
                           "[statement.'T, $n$'.reading.'z = $z$']\nquantity='Z'\n"
                           "[statement.'T, $n$'.reading.a]\nquantity='A'\n"
                           "[statement.'T, $n$'.control.sign]\nquantity='-Z'\n" +
                           theorem("S") + "quantity='B'\n";
  auto const d = parse(text);
  ASSERT_EQ(d.statements.size(), 2u);
  EXPECT_EQ(d.statements[0].id + " " + d.statements[1].id, "T, $n$ S");
  EXPECT_EQ(d.statements[0].readings[0].label, "z = $z$");
  EXPECT_EQ(d.statements[0].readings[0].name + d.statements[0].readings[1].name, "z = za");
  EXPECT_EQ(d.statements[0].controls[0].name, "sign");
  for (std::string const wrong :
       {"id='U'\n", "control.sign='-B'\n", "control.'$a'={quantity='-B'}\n"})
    expect_mistake(text + wrong);
}

TEST(Declarations, FillAReadingForEachAlternative) {
  std::string const alternatives =
      "[alternatives]\nstart=[{name='plain', words='at 0', inferred_from=['S']},\n"
      "{name='exact', words='on the motion'}]\n";
  auto const of = [&](std::string const& each) {
    return alternatives + theorem("S") + "[statement.S.reading.'A, {}']\neach='" + each +
           "'\nquantity='A; start {}'\n";
  };
  auto const readings = parse(of("start")).statements[0].readings;
  ASSERT_EQ(readings.size(), 2u);
  EXPECT_EQ(readings[0].name + "/" + readings[0].quantity, "A, plain/A; start at 0");
  EXPECT_EQ(readings[1].name + "/" + readings[1].quantity, "A, exact/A; start on the motion");
  EXPECT_EQ(readings[0].inferred_from, std::vector<std::string>{"S"});
  EXPECT_TRUE(readings[1].inferred_from.empty());
  expect_mistake(of("stop"));

  auto const four =
      parse(alternatives +
            "sign=[{name='+', words='plus'},\n"
            "{name='-', words='minus', correction='E1: the sign'}]\n" +
            theorem("S") +
            "[statement.S.reading.'{1}, {2}']\neach=['start', 'sign']\nquantity='{2}, {1}'\n")
          .statements[0]
          .readings;
  ASSERT_EQ(four.size(), 4u);
  EXPECT_EQ(four[1].name + "/" + four[1].quantity, "plain, -/minus, at 0");
  EXPECT_EQ(four[2].name + "/" + four[2].correction, "exact, +/");
  EXPECT_EQ(four[3].name + "/" + four[3].correction, "exact, -/E1: the sign");
}

TEST(Declarations, TakeTheExperimentOfARowFromTheTable) {
  std::string const row = head + "value='2'\n";
  auto const d = parse("[experiments]\ne=['S']\n" + row);
  EXPECT_EQ(d.statements[0].readings[0].experiment, "e");
  EXPECT_EQ(d.statements[0].readings[0].relative_to, "absolute");
  for (std::string const wrong : {"e=['T']", "e=['S', 'S']", "e=['S']\nf=['S']"})
    expect_mistake("[experiments]\n" + wrong + "\n" + row);
  expect_mistake("[experiments]\ne=['S']\n" + row + "experiment='f'\n");
}

TEST(Declarations, KeepTheirOrderAndDefaults) {
  std::string const text = number +
                           "assumption='x'\n"
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
  expect_mistake("[statement\n");
  expect_mistake("[statement.S]\n");
  expect_mistake(head + "value='2'\n");                  // no experiment
  expect_mistake(head + "value=2.0\nexperiment='e'\n");  // loses printed digits
  expect_mistake(head + "experiment='e'\n");             // no rule
  expect_mistake(number + "\nvalu='2'\n");               // unknown key
  expect_mistake(head + "not_run='x'\nnot_checkable='y'\n");
  expect_mistake(number + "inferred_from=['U']\n");
  expect_mistake(head + "not_run='x'\n" + head + "not_run='x'\n");  // the id twice
  EXPECT_THROW(parse("", "[erratum.E]\nplace='1'\nprinted='a'\nright='b'\ndefect='d'\n"),
               std::invalid_argument);
}

TEST(Statements, MayHaveATolerance) {
  auto const own = parse(number + "tolerance={relative=0.01, reason='a chaotic run'}\n");
  EXPECT_EQ(own.statements[0].readings[0].tolerance.relative, 0.01);
  EXPECT_EQ(own.statements[0].readings[0].tolerance.reason, "a chaotic run");
  EXPECT_TRUE(parse(number).statements[0].readings[0].tolerance.reason.empty());
  expect_mistake(number + "tolerance={relative=0.01}\n");
  expect_mistake(number + "tolerance={relative=2, reason='x'}\n");
}

TEST(Measurements, EqualTheDeclaredOnes) {
  auto const declared = parse(number);
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
