// Tables of verdicts, their comparison with accepted ones, hashes, figures and the page.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/drawing/figures.hpp"
#include "reports/results/manifest.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/report.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A results folder of one experiment with one figure and the given verdicts of statements A, B,
/// ...
class Results : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "reports_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder); }

  fs::path results(std::string const& name, std::vector<std::string> const& verdicts) const {
    fs::path const root = folder / name, experiment = root / "e";
    fs::create_directories(experiment / "data");
    json statements = json::array();
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      statements.push_back({{"paper", "p"},
                            {"id", std::string(1, static_cast<char>('A' + i))},
                            {"place", "section 1"},
                            {"statement", "1 < 2 & more"},
                            {"printed", "a | b"},
                            {"kind", "number"},
                            {"background", false},
                            {"verdict", verdicts[i]},
                            {"why", ""},
                            {"correction", i == 1 ? "the sign" : ""},
                            {"assumption", ""},
                            {"inferred_from", json::array()},
                            {"readings",
                             {{{"name", "as printed"},
                               {"choice", ""},
                               {"measured", 2},
                               {"words", "w"},
                               {"matches", verdicts[i] == "holds"},
                               {"criterion", "2 +- 1"},
                               {"experiment", "e"}}}},
                            {"criterion", "2 +- 1"},
                            {"own_criterion", false},
                            {"experiment", "e"}});
    write_atomically(root / "statements.json", statements.dump());
    write_atomically(root / "findings.json", "[]");
    write_atomically(root / "errata.json", "[]");
    write_atomically(experiment / "measurements.json", "{}");
    json const series = {{"data", "d.csv"},  {"x", "x"},    {"y", "y"},
                         {"style", "lines"}, {"label", ""}, {"emphasis", false}};
    json const panel = {{"title", "t"},        {"x_label", "x"},      {"y_label", "y"},
                        {"x_scale", "linear"}, {"y_scale", "linear"}, {"x_range", nullptr},
                        {"y_range", nullptr},  {"key", "off"},        {"series", {series}}};
    json const figure = {{"id", "f"},    {"number", "1"}, {"caption", "c"},   {"columns", 1},
                         {"width", 4.0}, {"height", 3.0}, {"panels", {panel}}};
    json const description = {{"id", "e"},
                              {"paper", "p"},
                              {"title", "An experiment"},
                              {"about", "about"},
                              {"choices", json::array()},
                              {"figures", {figure}},
                              {"outcomes", json::array()}};
    write_atomically(experiment / "experiment.json", description.dump());
    write_atomically(experiment / "manifest.json", R"({"seconds":{"cpu":1.5,"wall":2.5}})");
    write_atomically(experiment / "data" / "d.csv", "x,y\n0,0\n1,nan\n2,1\n");
    json const run = {
        {"mode", "quick"},
        {"preset", "repro"},
        {"command", "rattleback reproduce"},
        {"commit", "unknown"},
        {"compiler", "g++"},
        {"flags", "-O3"},
        {"cpu", "some"},
        {"cores", 2},
        {"libraries", json::object()},
        {"date", "2026-01-01"},
        {"cpu_seconds", 1.0},
        {"wall_seconds", 1.0},
        {"papers", {{{"id", "p"}, {"short", "P"}, {"citation", "Somebody, Something"}}}},
        {"rules", {{"kinds", json::array()}, {"words", json::array()}}},
        {"experiments", {"e"}}};
    write_atomically(root / "run.json", run.dump());
    return root;
  }

  fs::path folder;
};

std::vector<json> statements_of(fs::path const& root) {
  return read_statements(root / "statements.json");
}

TEST_F(Results, AreCountedByVerdict) {
  auto const counts = count_verdicts(statements_of(
      results("r", {"holds", "fails", "undetermined", "not run", "not checkable", "holds"})));
  using Count = std::pair<std::string, int>;
  EXPECT_EQ(counts, (std::vector<Count>{{"holds", 2},
                                        {"fails", 1},
                                        {"undetermined", 1},
                                        {"not run", 1},
                                        {"not checkable", 1},
                                        {"background", 0}}));
  EXPECT_THROW(statements_of(results("bad", {"maybe"})), FileFailure);
}

TEST_F(Results, RegressAgainstAcceptedVerdicts) {
  auto const before = results("before", {"holds", "fails", "holds", "holds"});
  auto const accepted = before / "statements.json";
  auto const same = regressions(statements_of(before), accepted);
  EXPECT_TRUE(same.regressions.empty() && same.changes.empty() && same.missing.empty());

  auto const after = results("after", {"fails", "holds", "undetermined"});
  auto const found = regressions(statements_of(after), accepted);
  ASSERT_EQ(found.regressions.size(), 2u);
  EXPECT_NE(found.regressions[0].find("p A"), std::string::npos) << found.regressions[0];
  EXPECT_NE(found.regressions[1].find("p C"), std::string::npos) << found.regressions[1];
  ASSERT_EQ(found.changes.size(), 1u);
  EXPECT_NE(found.changes[0].find("p B"), std::string::npos) << found.changes[0];
  ASSERT_EQ(found.missing.size(), 1u);

  auto const more = results("more", std::vector<std::string>(5, "holds"));
  EXPECT_EQ(regressions(statements_of(more), accepted).regressions.size(), 1u)
      << "a statement that is not accepted";
  EXPECT_THROW(regressions(statements_of(before), folder / "none.json"), FileFailure);
}

TEST_F(Results, NameTheCorrectionBesideTheVerdict) {
  auto const root = results("r", {"holds", "holds"});
  auto const records = statements_of(root);
  EXPECT_EQ(verdict_in_words(records[0]), "holds");
  EXPECT_EQ(verdict_in_words(records[1]), "holds; with the correction the sign");
  auto const table = statements_table(records);
  EXPECT_NE(table.find("| A | section 1 | 1 < 2 & more | a \\| b | 2 | holds |"), std::string::npos)
      << table;
}

TEST_F(Results, DifferByVerdictAndData) {
  auto const a = results("a", {"holds"});
  auto const b = results("b", {"holds"});
  for (auto const& root : {a, b}) write_manifest(root / "e", {{"seed", 1}});
  EXPECT_TRUE(differences(a, b).empty());
  write_atomically(b / "e" / "data" / "d.csv", "x,y\n0,0\n");
  EXPECT_EQ(differences(a, b).size(), 1u);
  auto const c = results("c", {"fails"});
  EXPECT_FALSE(differences(a, c).empty());
}

TEST_F(Results, RenderTheSameBytesTwiceAndStandAlone) {
  auto const root = results("r", {"holds", "fails"});
  auto const svg = root / "e" / "figures" / "f.svg";
  render_figures(root / "e");
  auto const first = sha256_file(svg);
  auto const first_pdf = sha256_file(root / "e" / "figures" / "f.pdf");
  render_figures(root / "e");
  EXPECT_EQ(sha256_file(svg), first);
  EXPECT_EQ(sha256_file(root / "e" / "figures" / "f.pdf"), first_pdf);
  EXPECT_GT(fs::file_size(root / "e" / "figures" / "f.png"), 1000u);

  auto const page = read_text(write_report(root));
  EXPECT_NE(page.find("1 &lt; 2 &amp; more"), std::string::npos) << "text is escaped";
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("data:image/svg+xml;base64,"), std::string::npos);
  EXPECT_NE(page.find("Figure 1 of P"), std::string::npos);
}

TEST_F(Results, ManifestHoldsTheHashOfEveryFile) {
  auto const root = results("r", {"holds"});
  write_manifest(root / "e", {{"seed", 1}});
  auto const manifest = read_json(root / "e" / "manifest.json");
  EXPECT_EQ(manifest["seed"], 1);
  EXPECT_EQ(manifest["outputs"]["data/d.csv"], sha256_file(root / "e" / "data" / "d.csv"));
  EXPECT_FALSE(manifest["outputs"].contains("manifest.json"));
}

}  // namespace
}  // namespace rattleback::reports
