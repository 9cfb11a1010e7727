// Output of `list`, `converge` and `doctor`.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

json list(std::string const& catalogue) {
  auto const finished = Scratch().run({"list", catalogue, "--json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  return json::parse(finished.out);
}

class Catalogue : public testing::TestWithParam<char const*> {};

TEST_P(Catalogue, PrintsAnArrayOfCardsWithDistinctIds) {
  auto const cards = list(GetParam());
  ASSERT_TRUE(cards.is_array());
  EXPECT_FALSE(cards.empty());
  // Ids of statements are unique only within the list of a paper.
  std::set<std::pair<std::string, std::string>> ids;
  for (auto const& card : cards)
    EXPECT_TRUE(ids.emplace(card.value("paper", ""), card.at("id")).second) << card["id"];
}

TEST_P(Catalogue, PrintsAReadableTable) {
  auto const finished = Scratch().run({"list", GetParam()});
  EXPECT_EQ(finished.status, 0);
  for (auto const& card : list(GetParam()))
    EXPECT_NE(finished.out.find(card["id"].get<std::string>()), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Catalogue,
                         testing::Values("problems", "integrators", "experiments", "statements",
                                         "findings", "errata", "papers"),
                         [](auto const& info) { return std::string(info.param); });

TEST(Cards, DescribeProblemsCompletely) {
  for (auto const& card : list("problems")) {
    for (auto const* field : {"lagrangian", "constraints", "equations_of_motion", "mass_matrix",
                              "constraint_matrix", "coordinates", "velocities", "parameters",
                              "cases", "invariants", "reversing_symmetry", "source", "integrators"})
      EXPECT_TRUE(card.contains(field)) << card["id"] << " " << field;
    EXPECT_GE(card["mass_matrix"].size(), card["dof"]) << card["id"];
    EXPECT_GE(card["constraint_matrix"].size(), card["constraints"].size()) << card["id"];
    EXPECT_EQ(card["coordinates"].size(), card["size"]);
    EXPECT_NE(card["text"].is_null(), card["no_text_because"].get<std::string>().empty());
    for (auto const& data : card["cases"]) {
      EXPECT_EQ(data["q"].size(), card["size"]);
      EXPECT_EQ(data["v"].size(), card["dof"]);
    }
  }
}

TEST(Cards, AgreeOnApplicableMethods) {
  std::set<std::pair<std::string, std::string>> by_problem, by_integrator;
  for (auto const& problem : list("problems"))
    for (auto const& id : problem["integrators"]) by_problem.emplace(problem["id"], id);
  for (auto const& integrator : list("integrators"))
    for (auto const& id : integrator["problems"]) by_integrator.emplace(id, integrator["id"]);
  EXPECT_EQ(by_problem, by_integrator);
  EXPECT_TRUE(by_problem.contains({"cylindrical_particle", "ida"}));
  EXPECT_FALSE(by_problem.contains({"cylindrical_particle", "dla_leapfrog"}));
}

TEST(Converge, MeasuresAllFixedStepMethodsAndTheirStarts) {
  auto const finished = Scratch().run(
      {"converge", "contact_oscillator", "--steps-per-unit", "16,32,64,128", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  auto const all = json::parse(finished.out);
  std::set<std::pair<std::string, std::string>> measured;
  for (auto const& result : all["results"]) {
    measured.emplace(result["integrator"], result["start"]);
    EXPECT_EQ(result["steps"].size(), 4u);
    for (auto const& order : result["orders"]) EXPECT_EQ(order["errors"].size(), 4u);
  }
  EXPECT_TRUE(measured.contains({"dla_leapfrog", "plain"}));
  EXPECT_TRUE(measured.contains({"reversible_non_dla", "staggered"}));
  EXPECT_TRUE(measured.contains({"reversible_non_dla", "plain"}));
  for (auto const& [integrator, start] : measured) EXPECT_NE(integrator, "odeint_dopri5");
}

TEST(Doctor, NamesItsParts) {
  auto const finished = Scratch().run({"doctor"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (auto const* part : {"compiler", "Eigen", "Boost", "SUNDIALS", "fmt", "gnuplot", "processor"})
    EXPECT_NE(finished.out.find(part), std::string::npos) << part;
}

TEST(Doctor, ReportsAMissingDependencyInOneLine) {
  Scratch const scratch;
  for (auto const& [setting, said] :
       {std::pair{"PATH=/nowhere", "gnuplot is missing"}, std::pair{"TMPDIR=/nowhere", "TMPDIR"}}) {
    auto const missing = scratch.shell(std::string(setting) + " $RATTLEBACK doctor");
    EXPECT_EQ(missing.status, 2) << setting;
    EXPECT_EQ(missing.out, "") << setting;
    EXPECT_NE(missing.err.find(said), std::string::npos) << missing.err;
    EXPECT_EQ(std::count(missing.err.begin(), missing.err.end(), '\n'), 1) << missing.err;
  }
}

TEST(Version, NamesTheCommit) {
  auto const printed = Scratch().run({"--version"});
  EXPECT_EQ(printed.status, 0);
  EXPECT_TRUE(std::regex_match(
      printed.out, std::regex("rattleback [0-9]+\\.[0-9]+\\.[0-9]+(\\+[0-9]+|\\+unknown)? "
                              "\\(([0-9a-f]{40}(-modified)?|unknown)\\)\n")))
      << printed.out;
}

/// Returns the first group of the pattern in a file of the source.
std::string found_in(std::string const& file, std::string const& pattern) {
  auto const text = file_text(RATTLEBACK_DOCS "/../" + file);
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

TEST(Version, MatchesInAllFiles) {
  auto const version = found_in("CMakeLists.txt", "project\\(rattleback VERSION ([0-9.]+)");
  auto const series = version.substr(0, version.rfind('.'));
  EXPECT_EQ(found_in("CITATION.cff", "\nversion: (.*)"), version);
  EXPECT_EQ(found_in("CITATION.cff", "\ndate-released: (.*)"),
            found_in("CHANGELOG.md", "## \\[" + version + "\\] - (.*)"));
  EXPECT_EQ(found_in("docs/as_a_library.md", "find_package\\(rattleback ([0-9.]+)"), series);
}

TEST(Help, ExistsForTheProgramAndEveryVerb) {
  EXPECT_EQ(Scratch().run({"--help"}).status, 0);
  for (auto const* verb : {"list", "show", "run", "converge", "compare", "choose", "ensemble",
                           "reproduce", "report", "diff", "doctor"}) {
    auto const finished = Scratch().run({verb, "--help"});
    EXPECT_EQ(finished.status, 0) << verb;
    EXPECT_NE(finished.out.find(verb), std::string::npos);
  }
}

}  // namespace
}  // namespace rattleback
