// Rows of statements.toml that can be read alone, and the errata that they rest on.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "experiments/statements/verdict.hpp"

namespace rattleback {
namespace {

bool is_tested(Statement const& s) { return !s.readings.empty(); }

std::string name_of(Statement const& s) { return s.paper + " " + s.id; }

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
    if (is_tested(s) && needs_control(s.kind) && s.controls.empty())
      without[s.paper].push_back(s.id);
  for (auto const& [paper, ids] : without) {
    std::string list;
    for (auto const& id : ids) list += " " + id;
    ADD_FAILURE() << paper << ": " << ids.size() << " rows without a control:" << list;
  }
}

TEST(Rows, NameTheErrataThatTheyRestOn) {
  std::map<std::string, Erratum const*> errata;
  for (auto const& e : declarations().errata) errata[e.paper + " " + e.id] = &e;
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
