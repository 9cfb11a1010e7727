// Tables of verdicts, their comparison with accepted ones, hashes and figures.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/drawing/figures.hpp"
#include "reports/results/manifest.hpp"
#include "reports/results/statements.hpp"
#include "tests/reports/sample_results.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Results = SampleResults;

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

TEST_F(Results, RenderTheSameBytesTwice) {
  auto const root = results("r", {"holds", "fails"});
  auto const svg = root / "e" / "figures" / "f.svg";
  render_figures(root / "e");
  auto const first = sha256_file(svg);
  auto const first_pdf = sha256_file(root / "e" / "figures" / "f.pdf");
  render_figures(root / "e");
  EXPECT_EQ(sha256_file(svg), first);
  EXPECT_EQ(sha256_file(root / "e" / "figures" / "f.pdf"), first_pdf);
  EXPECT_GT(fs::file_size(root / "e" / "figures" / "f.png"), 1000u);
  EXPECT_LT(fs::file_size(root / "e" / "figures" / "f.small.png"),
            fs::file_size(root / "e" / "figures" / "f.png"));
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
