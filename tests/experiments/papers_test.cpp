// Conditions on the papers' files of statements, errata and findings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "base/csv.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/statements/verdict.hpp"

namespace rattleback {
namespace {

TEST(Papers, ReferToKnownExperiments) {
  std::set<std::string> known;
  for (auto const& e : experiments()) known.insert(e.paper + " " + e.id);
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings)
      EXPECT_TRUE(!r.not_measured.empty() || known.contains(s.paper + " " + r.experiment))
          << s.paper << " " << s.id;
  for (auto const& f : declarations().findings)
    EXPECT_TRUE(known.contains(f.paper + " " + f.experiment)) << f.paper << " " << f.id;
  for (auto const& e : declarations().errata)
    EXPECT_TRUE(e.experiment.empty() || known.contains(e.paper + " " + e.experiment))
        << e.paper << " " << e.id;
  std::map<std::string_view, DeclarationTexts> texts_of;
  for (auto const& texts : declaration_texts()) texts_of[texts.paper] = texts;
  for (auto const& paper : papers()) {
    auto const& texts = texts_of.at(paper.id);
    EXPECT_EQ(texts.statements.empty(), !paper.published) << paper.id;
    EXPECT_TRUE(paper.published || (texts.errata.empty() && !texts.findings.empty())) << paper.id;
  }
}

/// Returns the groups of digits in which a number may be printed: 5.2e-4 as 5.2 and 4.
std::vector<std::string> digit_groups(std::string const& value) {
  static std::regex const group(R"(\d+(?:\.\d+)?)");
  std::vector<std::string> groups;
  for (std::sregex_iterator at(value.begin(), value.end(), group), end; at != end; ++at)
    groups.push_back(at->str());
  return groups;
}

/// A rule's number is printed: a reader derives it from kind and printed text alone.
TEST(Papers, PrintTheNumbersOfTheirRules) {
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings) {
      if (r.rule.value.empty()) continue;
      for (auto const& digits : digit_groups(r.rule.value)) {
        bool const power = digits == "1" && r.rule.value.starts_with("1e");
        EXPECT_TRUE(power || s.printed.find(digits) != std::string::npos)
            << s.paper << " " << s.id << ": the rule has " << r.rule.value << ", printed is '"
            << s.printed << "'";
      }
    }
}

/// Returns the accepted lines of readings and controls.
std::vector<std::vector<std::string>> accepted_readings() {
  return csv_lines(
      RATTLEBACK_SOURCE_FOLDER "/verdicts/full/readings.csv",
      {"paper", "id", "reading", "instance", "value", "limit", "tolerance", "matches", "verdict"});
}

/// Accepted verdict of a statement.
struct Accepted {
  std::string name;     ///< "PAPER ID"
  std::string verdict;  ///< its word
  std::map<std::string, std::vector<Instance>> readings;
};
std::vector<Accepted> accepted() {
  std::vector<Accepted> all;
  for (auto const& fields : accepted_readings()) {
    auto const name = fields[0] + " " + fields[1];
    auto const word = fields.back().substr(0, fields.back().find_first_of(",:;"));
    if (all.empty() || all.back().name != name)
      all.push_back({name, word.starts_with("holds ") ? "holds" : word, {}});
    if (!fields[4].empty() && !fields[2].starts_with("control "))
      all.back().readings[fields[2]].push_back({fields[3], {std::stod(fields[4])}});
  }
  return all;
}

TEST(Papers, ListOneAcceptedVerdictForEachStatement) {
  std::vector<std::string> declared;
  std::map<std::string, bool> is_background;
  for (auto const& s : declarations().statements) {
    declared.push_back(s.paper + " " + s.id);
    is_background[declared.back()] = s.background;
  }
  std::vector<std::string> judged;
  std::set<std::string> const words{"holds",   "fails",         "undetermined",
                                    "not run", "not checkable", "background"};
  for (auto const& [name, verdict, readings] : accepted()) {
    judged.push_back(name);
    EXPECT_TRUE(words.contains(verdict)) << name;
    EXPECT_TRUE(verdict != "background" || is_background[name]) << name;
    if (verdict != "holds" && verdict != "fails" && verdict != "undetermined") continue;
    bool has_number = false;
    for (auto const& [reading, instances] : readings)
      for (auto const& instance : instances)
        has_number = has_number || std::isfinite(instance.measured.value);
    EXPECT_TRUE(has_number) << name << " has no measured number";
  }
  EXPECT_EQ(judged, declared);
  for (auto const& fields : csv_lines(RATTLEBACK_SOURCE_FOLDER "/verdicts/quick/verdicts.csv",
                                      {"paper", "id", "verdict"}))
    EXPECT_TRUE(std::find(declared.begin(), declared.end(), fields[0] + " " + fields[1]) !=
                declared.end())
        << fields[1] << " is judged by the quick run, and not declared";
}

/// A control that repeats a reading shows nothing. Counts may agree by chance.
TEST(Papers, RepeatNoReadingAsAControl) {
  struct Number {
    std::string reading, instance, value;
  };
  std::map<std::string, std::vector<Number>> failing;  // numbers that do not agree, by statement
  for (auto const& fields : accepted_readings())
    if (fields[7] == "no")
      failing[fields[0] + " " + fields[1]].push_back({fields[2], fields[3], fields[4]});
  for (auto const& [statement, numbers] : failing)
    for (auto const& control : numbers)
      for (auto const& reading : numbers)
        if (control.reading.starts_with("control ") && !reading.reading.starts_with("control ") &&
            control.instance == reading.instance && control.value.size() > 3)
          EXPECT_NE(control.value, reading.value)
              << statement << ": " << control.reading << " repeats " << reading.reading;
}

/// The mutant that wrongs a printed value: what holds by a printed number must fail by another.
TEST(Papers, FailWhereTheirPrintedValueIsWronged) {
  std::map<std::string, Accepted> records;
  for (auto const& record : accepted()) records[record.name] = record;
  int wronged = 0;
  for (auto statement : declarations().statements) {
    auto const& record = records.at(statement.paper + " " + statement.id);
    if (record.verdict != "holds") continue;
    Measurements as_accepted;
    bool has_value = !statement.readings.empty();
    for (auto& reading : statement.readings) {
      auto& rule = reading.rule;
      auto const measured = record.readings.find(reading.name);
      if (measured == record.readings.end()) {
        as_accepted.not_run[{statement.id, reading.name}] = "";
        continue;
      }
      as_accepted.instances[{statement.id, reading.name}] = measured->second;
      double const m = measured->second.front().measured.value;
      // Further off than any rule, and any sample, tolerates.
      double const above = m == 0 ? 1 : m + 9 * std::abs(m), below = m - std::abs(m) - 1;
      bool const at_least = rule.relation == "at least" || rule.relation == "more than";
      if (!rule.value.empty())
        rule.value = fmt::format("{:.3e}", rule.relation.empty() || at_least ? above : below);
      else if (!rule.order.empty())
        rule.order = fmt::format("{}", std::lround(m) + 2);
      else
        has_value = false;
    }
    if (!has_value) continue;
    ++wronged;
    EXPECT_EQ(verdict_of(statement, as_accepted).word, "fails")
        << statement.paper << " " << statement.id;
  }
  EXPECT_GT(wronged, 40) << "few statements are tested here";
}

}  // namespace
}  // namespace rattleback
