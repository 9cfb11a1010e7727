// What the papers' own files of statements, errata and findings must fulfil.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/verdict.hpp"

namespace rattleback {
namespace {

TEST(Papers, HaveStatementsOfKnownExperiments) {
  std::set<std::string> known;
  for (auto const& e : experiments()) known.insert(e.paper + " " + e.id);
  for (auto const& s : declarations().statements)
    for (auto const& r : s.readings)
      EXPECT_TRUE(known.contains(s.paper + " " + r.experiment)) << s.paper << " " << s.id;
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

/// The digits of a number as they may stand in print: 5.2e-4 is printed as 5.2 and 4.
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

nlohmann::json accepted(char const* mode) {
  return nlohmann::json::parse(std::ifstream(std::filesystem::path(RATTLEBACK_SOURCE_FOLDER) /
                                             "verdicts" / (std::string(mode) + ".json")));
}

TEST(Papers, HaveOneAcceptedVerdictForEachStatement) {
  std::vector<std::string> declared;
  for (auto const& s : declarations().statements) declared.push_back(s.paper + " " + s.id);
  for (auto const* mode : {"full", "quick"}) {
    std::vector<std::string> judged;
    for (auto const& record : accepted(mode)) {
      judged.push_back(record["paper"].get<std::string>() + " " + record["id"].get<std::string>());
      auto const& words = verdict_words();
      std::string const verdict = record["verdict"];
      EXPECT_TRUE(std::find(words.begin(), words.end(), verdict) != words.end()) << judged.back();
      EXPECT_TRUE(verdict != "background" || record["background"].get<bool>()) << judged.back();
      if (verdict != "holds" && verdict != "fails" && verdict != "undetermined") continue;
      bool has_number = false;
      for (auto const& r : record["readings"]) has_number = has_number || r["measured"].is_number();
      EXPECT_TRUE(has_number) << judged.back() << " has no measured number";
    }
    EXPECT_EQ(judged, declared) << mode;
  }
}

/// The mutant that wrongs a printed value: what holds by a printed number must fail by another.
TEST(Papers, FailWhereTheirPrintedValueIsWronged) {
  std::map<std::string, nlohmann::json> records;
  for (auto const& record : accepted("full"))
    records[record["paper"].get<std::string>() + " " + record["id"].get<std::string>()] = record;
  int wronged = 0;
  for (auto statement : declarations().statements) {
    auto const& record = records.at(statement.paper + " " + statement.id);
    if (record["verdict"] != "holds") continue;
    Measurements as_accepted;
    bool has_value = !statement.readings.empty();
    for (std::size_t i = 0; i < statement.readings.size(); ++i) {
      auto& rule = statement.readings[i].rule;
      auto const& number = record["readings"][i]["measured"];
      if (!number.is_number()) {
        as_accepted.not_run[{statement.id, statement.readings[i].name}] = "";
        continue;
      }
      double const m = number;
      as_accepted.instances[{statement.id, statement.readings[i].name}] = {{"", {m, ""}}};
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
