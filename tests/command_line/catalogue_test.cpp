// Output of `list`, `converge` and `doctor`; the keys of JSON that docs/files_and_numbers.md
// promises: those of the stored output of each verb; output of `show`: cards, and records of papers
// with the numbers of a results folder or of the accepted run.

#include <regex>
#include <set>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

json list(std::string const& catalogue) {
  auto const finished = Scratch().run({"list", catalogue, "--json"});
  EXPECT_EQ(finished.err, "");
  return json_of(finished);
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
  auto const table = out_of(Scratch(), std::string("list ") + GetParam());
  for (auto const& card : list(GetParam()))
    EXPECT_THAT(table, HasSubstr(card["id"].get<std::string>()));
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
  auto const all = json_of("converge contact_oscillator --steps-per-unit 16,32,64,128");
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

TEST(Doctor, ReportsAMissingDependencyInOneLine) {
  Scratch const scratch;
  for (auto const& [setting, said] :
       {std::pair{"PATH=/nowhere", "gnuplot is missing"}, {"TMPDIR=/nowhere", "TMPDIR"}})
    expect_refusal(scratch.shell(std::string(setting) + " $RATTLEBACK doctor"), said);
}

TEST(Version, NamesTheCommit) {
  auto const printed = out_of(Scratch(), "--version");
  EXPECT_TRUE(std::regex_match(
      printed, std::regex("rattleback [0-9]+\\.[0-9]+\\.[0-9]+(\\+[0-9]+|\\+unknown)? "
                          "\\(([0-9a-f]{40}(-modified)?|unknown)\\)\n")))
      << printed;
}

/// Returns the first group of the pattern in a file of the source.
std::string found_in(std::string const& file, std::string const& pattern) {
  auto const text = read_text(RATTLEBACK_DOCS "/../" + file);
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
  auto const help = out_of(Scratch(), "--help");
  std::regex const verb("\n  ([a-z]+) ");
  auto const from = help.begin() + static_cast<long>(help.find("Subcommands:"));
  std::vector<std::string> verbs;
  for (std::sregex_iterator found(from, help.end(), verb), end; found != end; ++found)
    verbs.push_back((*found)[1]);
  EXPECT_GE(verbs.size(), 15u);
  for (auto const& one : verbs) EXPECT_THAT(out_of(Scratch(), one + " --help"), HasSubstr(one));
}

/// Returns the paths of keys of `stored` that `now` lacks or whose values have another type. A list
/// stands for its first element; null stands for any type.
std::vector<std::string> broken(json const& stored, json const& now, std::string const& path) {
  if (stored.is_null() || now.is_null() || (stored.is_number() && now.is_number())) return {};
  if (stored.type() != now.type()) return {path};
  std::vector<std::string> paths;
  auto const look = [&](json const& before, json const& after, std::string const& at) {
    for (auto const& one : broken(before, after, at)) paths.push_back(one);
  };
  if (stored.is_array() && !stored.empty()) {
    if (now.empty()) return {path + "[0]"};
    look(stored[0], now[0], path + "[0]");
  }
  if (stored.is_object())
    for (auto const& [key, value] : stored.items())
      if (now.contains(key))
        look(value, now.at(key), path + "." + key);
      else
        paths.push_back(path + "." + key);
  return paths;
}

TEST(PromisedKeys, StayInTheOutputOfEachVerbOfThePage) {
  Scratch const scratch;
  auto const page = read_text(RATTLEBACK_DOCS "/files_and_numbers.md");
  auto const promised =
      json::parse(read_text(RATTLEBACK_DOCS "/../tests/command_line/promised.json"));
  for (auto const& [line, stored] : promised.items()) {
    auto arguments = words(line);
    EXPECT_THAT(page, HasSubstr("`" + arguments[0] + "`"));
    for (auto& word : arguments)
      if (word.starts_with("docs/")) word.replace(0, 4, RATTLEBACK_DOCS);
    auto const now = json::parse(scratch.run(arguments).out);
    EXPECT_EQ(broken(stored, now, line), std::vector<std::string>{});
    auto const& program = (now.is_array() ? now[0] : now).at("program");
    EXPECT_EQ(program.at("schema"), 1) << line;
    EXPECT_NE(program.at("commit"), "") << line;
  }
}

using ShowRecord = InFolder;

std::string shown(Scratch const& scratch, std::string const& name) {
  auto const finished = success_of(scratch.run({"show", name}));
  EXPECT_EQ(finished.err, "");
  return finished.out;
}

void expect_parts(std::string const& text, std::vector<std::string> const& parts) {
  for (auto const& part : parts) EXPECT_THAT(text, HasSubstr(part));
}

/// Writes a results folder whose only statement is FIM-74 with `verdict`.
void write_results(Scratch const& scratch, std::string const& folder, std::string const& verdict) {
  std::filesystem::create_directories(scratch.path() / folder);
  write(scratch, folder + "/run.json", "{}");
  json const record = {{"paper", "ferraro_iglesias_martin_2008"},
                       {"id", "FIM-74"},
                       {"statement", "A statement of this folder."},
                       {"kind", "invariant"},
                       {"verdict", verdict},
                       {"why", "a reason"}};
  write(scratch, folder + "/statements.json", json::array({record}).dump());
}

TEST(Show, ShowsEverythingThatIsListed) {
  for (std::string const catalogue : {"problems", "integrators", "experiments", "papers"})
    for (auto const& card : json_of("list " + catalogue)) {
      std::string const id = card["id"];
      auto const text = shown(Scratch(), id);
      EXPECT_EQ(text.rfind(id + ":", 0), 0u) << id;
      EXPECT_EQ(text.find('$'), text.npos) << id;
    }
}

TEST(Show, RejectsAnEmptyName) {
  EXPECT_EQ(Scratch().run({"show", ""}).err,
            "rattleback: the name '' is empty; `rattleback list CATALOGUE` prints the names\n");
}

TEST(Show, PrintsWhyAMethodDoesNotApply) {
  expect_parts(shown(Scratch(), "cylindrical_particle"), {"does not apply: "});
  EXPECT_EQ(Scratch().run({"run", "suslov", "gni", "--step", "0.1"}).err.find('$'),
            std::string::npos);
}

TEST_F(ShowRecord, ShowsRecordsOfEveryPaper) {
  for (std::string const catalogue : {"statements", "findings", "errata"}) {
    std::string paper;
    for (auto const& card : json_of("list " + catalogue)) {
      if (card["paper"] == paper) continue;
      paper = card["paper"];
      std::string const id = card["id"];
      expect_parts(shown(Scratch(), paper + ":" + id), {id + ": ", " of " + paper});
    }
  }
}

TEST_F(ShowRecord, PrintsAStatementWithTheAcceptedNumbers) {
  expect_parts(
      shown(Scratch(), "FIM-74"),
      {"FIM-74: The method preserves the energy", "statement of ferraro_iglesias_martin_2008",
       "section 5, example 2", "invariant", "there is preservation of energy", "holds as printed",
       "accepted run (verdicts/full)", "agrees ", "×10⁻³²; limit ",
       "Qᵀ without the inertia (expected: fails)", "told apart", "FIM-74/nodes: "});
}

TEST_F(ShowRecord, PrintsTheAcceptedInstanceThatAgreesLeast) {
  expect_parts(shown(Scratch(), "mp2006:C62"),
               {"positions at t = 10: 0.007502", ": 7.08485 ((5.3)); ", "4 of 4 instances match",
                ": 0.0075018 (NDF); ", "1 of 4 instances match"});
}

TEST_F(ShowRecord, PrintsCorrectionsAndTheErratumOfTheSameId) {
  expect_parts(shown(Scratch(), "fbo2012:E3"),
               {"holds corrected", "does not agree", "E3: the sign of (7)",
                "erratum of fernandez_bloch_olver_2012", "1.789 as printed, 1.11e-16 as corrected",
                "contradiction", "E3, P26"});
}

TEST_F(ShowRecord, FindsARecordByIdAndByEveryNameOfItsPaper) {
  auto const text = shown(Scratch(), "fernandez_bloch_olver_2012:G4");
  for (auto const* paper : {"FBO2012", "fbo2012", "fernandez"})
    EXPECT_EQ(shown(Scratch(), std::string(paper) + ":G4"), text) << paper;
  EXPECT_EQ(shown(Scratch(), "fim-74/nodes"), shown(Scratch(), "FIM-74/nodes"));
  expect_parts(shown(Scratch(), "beyond:REV-01"), {"finding of beyond", "symmetric methods"});
}

TEST_F(ShowRecord, PrefersTheResultsOfTheFolder) {
  write_results(scratch, "results/quick", "undetermined");
  expect_parts(shown(scratch, "FIM-74"),
               {"A statement of this folder.", "undetermined: a reason", "results/quick"});
  write_results(scratch, "results/full", "fails");
  expect_parts(shown(scratch, "FIM-74"), {"fails: a reason", "results/full"});
  write_results(scratch, "results/full", "not run");
  expect_parts(shown(scratch, "FIM-74"), {"undetermined: a reason", "results/quick"});
  expect_parts(shown(scratch, "FIM-75"), {"accepted run (verdicts/full)"});
}

TEST_F(ShowRecord, LeavesOutADamagedFileWithANote) {
  write_results(scratch, "results/full", "fails");
  for (auto const* text :
       {"[1]", "{", R"([{"paper": "ferraro_iglesias_martin_2008", "id": "FIM-74"}])",
        R"([{"paper": "ferraro_iglesias_martin_2008", "id": "FIM-74", "verdict": "fails",
             "readings": [1]}])"}) {
    write(scratch, "results/full/statements.json", text);
    auto const finished = scratch.run({"show", "FIM-74"});
    EXPECT_THAT(finished.err, HasSubstr("note: left out: 'results/full/statements.json'")) << text;
    expect_parts(finished.out, {"accepted run (verdicts/full)"});
  }
}

TEST(Show, PrintsTheTextOfAProblem) {
  auto const finished = Scratch().run({"show", "constrained_so3", "--text"});
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out, read_text(RATTLEBACK_DOCS "/../problems/constrained_so3.toml"));
}

TEST(Show, NamesNoParasiticModeWithoutConstraints) {
  Scratch const scratch;
  write(scratch, "driven.toml",
        "coordinates = ['x']\nconstraints = []\nlagrangian = 'vx^2/2 - x^2/2'\n[forces]\nvx = "
        "'cos(t)'\n"
        "[[case]]\nname = 'a'\nq = [1]\nv = [0]\n");
  expect_parts(shown(scratch, "driven.toml"), {"no mode without constraints"});
}

TEST_F(ShowRecord, PrintsJson) {
  auto const all = json_of("show fbo2012:E3");
  EXPECT_EQ(all.at("statement").at("verdict"), "holds");
  EXPECT_EQ(all.at("statement").at("numbers_from"), "accepted run (verdicts/full)");
  EXPECT_EQ(all.at("statement").at("readings").at(0).at("matches"), false);
  EXPECT_EQ(all.at("statement").at("readings").at(1).at("correction"), "E3: the sign of (7)");
  EXPECT_NEAR(all.at("erratum").at("printed_defect"), 1.78885, 1e-4);
}

}  // namespace
}  // namespace rattleback
