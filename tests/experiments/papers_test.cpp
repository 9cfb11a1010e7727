// Conditions on the papers' files of statements, errata and findings: each row by itself, with the
// errata that it rests on, with its accepted number, and against rows that say the same.

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

std::string name_of(auto const& row) { return row.paper + " " + row.id; }

TEST(Papers, ReferToKnownExperiments) {
  std::set<std::string> known;
  for (auto const& e : experiments()) known.insert(e.paper + " " + e.id);
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings)
      EXPECT_TRUE(!r.not_measured.empty() || known.contains(s.paper + " " + r.experiment))
          << name_of(s);
  for (auto const& f : declarations().findings)
    EXPECT_TRUE(known.contains(f.paper + " " + f.experiment)) << name_of(f);
  for (auto const& e : declarations().errata)
    EXPECT_TRUE(e.experiment.empty() || known.contains(e.paper + " " + e.experiment)) << name_of(e);
  std::map<std::string_view, DeclarationTexts> texts_of;
  for (auto const& texts : declaration_texts()) texts_of[texts.paper] = texts;
  for (auto const& paper : papers()) {
    auto const& texts = texts_of.at(paper.id);
    EXPECT_EQ(texts.statements.empty(), !paper.published) << paper.id;
    EXPECT_TRUE(paper.published || (texts.errata.empty() && !texts.findings.empty())) << paper.id;
  }
}

/// Returns all matches of a pattern in a text.
std::set<std::string> matches(std::string const& text, std::regex const& pattern) {
  std::sregex_token_iterator const begin(text.begin(), text.end(), pattern);
  return {begin, std::sregex_token_iterator()};
}

/// A rule's number is printed: a reader derives it from kind and printed text alone.
TEST(Papers, PrintTheNumbersOfTheirRules) {
  std::regex const group(R"(\d+(?:\.\d+)?)");
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings) {
      if (r.rule.value.empty()) continue;
      // Groups of digits in which a number may be printed: 5.2e-4 as 5.2 and 4.
      for (auto const& digits : matches(r.rule.value, group)) {
        bool const power = digits == "1" && r.rule.value.starts_with("1e");
        EXPECT_TRUE(power || s.printed.find(digits) != std::string::npos)
            << name_of(s) << ": the rule has " << r.rule.value << ", printed is '" << s.printed
            << "'";
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
    declared.push_back(name_of(s));
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
    auto const& record = records.at(name_of(statement));
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
    EXPECT_EQ(verdict_of(statement, as_accepted).word, "fails") << name_of(statement);
  }
  EXPECT_GT(wronged, 40) << "few statements are tested here";
}

TEST(Findings, NameTheListOrTheProofOfUniversalWords) {
  std::regex const universal(R"(\b(all|every|never|always|only|cannot)\b)", std::regex::icase);
  for (auto const& f : declarations().findings)
    if (std::regex_search(f.finding, universal)) EXPECT_NE(f.ranges_over, "") << name_of(f);
}

/// Accepted numbers by "PAPER ID", "PAPER ID, control" and "PAPER ID, neighbour K".
std::map<std::string, double> accepted_numbers() {
  std::map<std::string, double> numbers;
  for (auto const& line : csv_lines(RATTLEBACK_SOURCE_FOLDER "/verdicts/full/findings.csv",
                                    {"paper", "id", "value", "tolerance"}))
    numbers[line[0] + " " + line[1]] = std::stod(line[2]);
  return numbers;
}

TEST(Findings, HoldForTheirNumbersAndNeighboursAndNotForTheirControls) {
  auto const numbers = accepted_numbers();
  for (auto const& f : declarations().findings) {
    auto const expect = [&](std::string const& name, bool within) {
      auto const found = numbers.find(name);
      if (found == numbers.end()) return;  // not accepted yet
      EXPECT_EQ(is_within(f, found->second), within) << name << ": " << found->second;
    };
    if (std::isinf(f.at_least) && std::isinf(f.at_most)) continue;
    expect(name_of(f), true);
    if (!f.control.empty()) expect(name_of(f) + ", control", false);
    for (std::size_t k = 1; k <= f.neighbours.size(); ++k)
      expect(name_of(f) + ", neighbour " + std::to_string(k), true);
  }
}

/// Common part of the words of two texts that name something: ids and words of more than four
/// letters.
double common_part(std::string const& first, std::string const& second) {
  static std::regex const word("[A-Za-z_0-9]{5,}");
  auto const a = matches(first, word), b = matches(second, word);
  double const common =
      double(std::ranges::count_if(a, [&](auto const& w) { return b.contains(w); }));
  return common / double(std::max<std::size_t>(1, std::min(a.size(), b.size())));
}

// Pairs about the same methods, problems and quantity were read side by side; a new pair must be.
TEST(Findings, AboutTheSameQuantityWereReadTogether) {
  std::set<std::string> const read{
      "REV-01, REV-04",  // number of drifting runs, rate of one
      "REV-04, PR-07",   // rate of one run, number of drifting runs
      "REV-04, PM-23",   // a2 by (4.18), a3 by methods with and without reflection
      "PM-01, PM-03",    // growth where the mode grows, and where it does not
      "PM-05, FIM-19/volume",
      "PM-14, PM-16",  // other methods and bounds
      "PM-14, FIM-74/nodes",    "PM-16, FIM-74/nodes",         "EN-04, EN-05",
      "EN-09, EN-10",           "FIM-74/nodes, moving-energy", "S7, C10",
      "V7/reversible, B10/only"};
  auto const& all = declarations().findings;
  for (auto a = all.begin(); a != all.end(); ++a)
    for (auto b = a + 1; b != all.end(); ++b) {
      if (common_part(a->quantity, b->quantity) < 0.6 || common_part(a->scope, b->scope) < 0.4)
        continue;
      auto const pair = a->id + ", " + b->id;
      EXPECT_TRUE(read.contains(pair)) << pair;
    }
}

/// Every text of a row that stands for itself on a page.
std::vector<std::string> texts_of(Statement const& s) {
  std::vector<std::string> all{s.statement};
  for (auto const& r : s.readings) all.push_back(r.quantity + r.not_measured);
  for (auto const& c : s.controls)
    if (c.same_as.empty()) all.push_back(c.quantity);
  return all;
}

TEST(Rows, StateAPrintedTextAndAQuantity) {
  for (auto const& s : declarations().statements) {
    EXPECT_FALSE(s.printed.empty()) << name_of(s);
    for (auto const& r : s.readings)
      EXPECT_FALSE(r.quantity.empty() && r.not_measured.empty()) << name_of(s) << ", " << r.name;
  }
}

TEST(Rows, WordEachQuantityDifferently) {
  for (auto const& s : declarations().statements) {
    std::set<std::string> seen;
    for (auto const& text : texts_of(s))
      EXPECT_TRUE(seen.insert(text).second) << name_of(s) << ": " << text;
  }
}

TEST(Rows, PointAtNoNeighbour) {
  std::regex const pointing(
      R"(^(the same|as above|as before|likewise|that of|those of)\b|\bthe same (of|with|for|by|at)\b|\) less |\bless (the|1|one|its|\d)\b)",
      std::regex::icase);
  for (auto const& s : declarations().statements)
    for (auto const& text : texts_of(s))
      EXPECT_FALSE(std::regex_search(text, pointing)) << name_of(s) << ": " << text;
}

// Remains of an edit, and terms that no row defines.
TEST(Rows, ReadAsProse) {
  std::regex const debris(
      R"(=>| ~ |\?\?|  |[a-z]\d{4} |certified motion|translated form|no residual)");
  for (auto const& s : declarations().statements) {
    for (auto const& text : texts_of(s))
      EXPECT_FALSE(std::regex_search(text, debris)) << name_of(s) << ": " << text;
    EXPECT_EQ(s.statement.find_first_not_of(" \n"), 0u) << name_of(s);
  }
}

TEST(Rows, StateAControlIfTheirKindNeedsOne) {
  std::map<std::string, std::vector<std::string>> without;
  for (auto const& s : declarations().statements)
    if (!s.readings.empty() && needs_control(s.kind) && s.controls.empty())
      without[s.paper].push_back(s.id);
  for (auto const& [paper, ids] : without) {
    std::string list;
    for (auto const& id : ids) list += " " + id;
    ADD_FAILURE() << paper << ": " << ids.size() << " rows without a control:" << list;
  }
}

TEST(Rows, NameTheErrataThatTheyRestOn) {
  std::map<std::string, Erratum const*> errata;
  for (auto const& e : declarations().errata) errata[name_of(e)] = &e;
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings) {
      if (r.correction.empty()) continue;
      auto const named = errata_of(r.correction);
      EXPECT_FALSE(named.empty()) << name_of(s) << ": " << r.correction;
      for (auto const& id : named) {
        auto const found = errata.find(s.paper + " " + id);
        ASSERT_TRUE(found != errata.end()) << name_of(s) << ": no erratum " << id;
        auto const& erratum = *found->second;
        EXPECT_FALSE(erratum.ground.empty()) << s.paper << ", erratum " << id << " has no ground";
        EXPECT_TRUE(std::find(erratum.statements.begin(), erratum.statements.end(), s.id) !=
                    erratum.statements.end())
            << s.paper << ", erratum " << id << " does not list " << s.id;
      }
    }
}

}  // namespace
}  // namespace rattleback
