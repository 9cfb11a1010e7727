// Output of `show`: cards, and records of papers with the numbers of a results folder or of the
// accepted run.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using ShowRecord = InFolder;

std::string shown(Scratch const& scratch, std::string const& name) {
  auto const finished = success_of(scratch, "show " + name);
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
  nlohmann::json const record = {{"paper", "ferraro_iglesias_martin_2008"},
                                 {"id", "FIM-74"},
                                 {"statement", "A statement of this folder."},
                                 {"kind", "invariant"},
                                 {"verdict", verdict},
                                 {"why", "a reason"}};
  write(scratch, folder + "/statements.json", nlohmann::json::array({record}).dump());
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
