// Verdict tables, their comparison with a committed one, hashes, figures and the page.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/figures.hpp"
#include "reports/manifest.hpp"
#include "reports/report.hpp"
#include "reports/verdicts.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A results folder of one experiment with one figure and the given verdicts of claims A, B, ...
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
    json claims = json::array();
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      claims.push_back({{"id", std::string(1, static_cast<char>('A' + i))},
                        {"paper", "p"},
                        {"place", "section 1"},
                        {"statement", "1 < 2 & more"},
                        {"printed", "a | b"},
                        {"measured", "2"},
                        {"criterion", "2 +- 1"},
                        {"reason", "because"},
                        {"verdict", verdicts[i]},
                        {"note", ""}});
    write_atomically(experiment / "claims.json", claims.dump());
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
        {"experiments", {"e"}}};
    write_atomically(root / "run.json", run.dump());
    return root;
  }

  fs::path folder;
};

TEST_F(Results, AreCountedByVerdict) {
  auto const counts = count_verdicts(
      results("r", {"reproduced", "reproduced after correction", "reproduced under an assumption",
                    "not reproduced", "not checkable", "reproduced"}));
  EXPECT_EQ(counts.reproduced, 2);
  EXPECT_EQ(counts.corrected, 1);
  EXPECT_EQ(counts.assumed, 1);
  EXPECT_EQ(counts.not_reproduced, 1);
  EXPECT_EQ(counts.not_checkable, 1);
  EXPECT_THROW(count_verdicts(results("bad", {"maybe"})), std::runtime_error);
}

TEST_F(Results, RegressAgainstACommittedTable) {
  auto const before =
      results("before", {"reproduced", "not reproduced", "reproduced", "reproduced"});
  auto const table = folder / "table.md";
  write_atomically(table, verdict_table(before));
  auto const same = regressions(before, table);
  EXPECT_TRUE(same.regressions.empty() && same.changes.empty() && same.missing.empty());

  auto const after = results("after", {"not reproduced", "reproduced", "not checkable"});
  auto const found = regressions(after, table);
  ASSERT_EQ(found.regressions.size(), 2u);
  EXPECT_NE(found.regressions[0].find("P A"), std::string::npos) << found.regressions[0];
  EXPECT_NE(found.regressions[1].find("P C"), std::string::npos) << found.regressions[1];
  ASSERT_EQ(found.changes.size(), 1u);
  EXPECT_NE(found.changes[0].find("P B"), std::string::npos) << found.changes[0];
  ASSERT_EQ(found.missing.size(), 1u);

  auto const more = results("more", std::vector<std::string>(5, "reproduced"));
  EXPECT_EQ(regressions(more, table).regressions.size(), 1u) << "a claim the table does not have";
  EXPECT_THROW(regressions(before, folder / "none.md"), std::runtime_error);
}

TEST_F(Results, DifferByVerdictAndData) {
  auto const a = results("a", {"reproduced"});
  auto const b = results("b", {"reproduced"});
  for (auto const& root : {a, b}) write_manifest(root / "e", {{"seed", 1}});
  EXPECT_TRUE(differences(a, b).empty());
  write_atomically(b / "e" / "data" / "d.csv", "x,y\n0,0\n");
  EXPECT_EQ(differences(a, b).size(), 1u);
  auto const c = results("c", {"not reproduced"});
  EXPECT_FALSE(differences(a, c).empty());
}

TEST_F(Results, RenderTheSameBytesTwiceAndStandAlone) {
  auto const root = results("r", {"reproduced", "not reproduced"});
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
  auto const root = results("r", {"reproduced"});
  write_manifest(root / "e", {{"seed", 1}});
  auto const manifest = read_json(root / "e" / "manifest.json");
  EXPECT_EQ(manifest["seed"], 1);
  EXPECT_EQ(manifest["outputs"]["data/d.csv"], sha256_file(root / "e" / "data" / "d.csv"));
  EXPECT_FALSE(manifest["outputs"].contains("manifest.json"));
}

}  // namespace
}  // namespace rattleback::reports
