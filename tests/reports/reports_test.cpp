// Tables of verdicts, their comparison with accepted verdicts, hashes and figures; directions of
// verdicts, sampling errors next to tolerances, and numbers as readers write them. Up-to-date check
// of an experiment: each difference yields exactly its reason.

#include <cmath>

#include "base/files/number_text.hpp"
#include "base/files/packed.hpp"
#include "reports/results/cache_status.hpp"
#include "reports/results/description.hpp"
#include "reports/results/statements.hpp"
#include "tests/reports/contains.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Results = SampleResults;

std::vector<json> statements_of(fs::path const& root) {
  return read_statements(root / "statements.json");
}

TEST_F(Results, CountVerdicts) {
  auto const counts = count_verdicts(statements_of(
      results("r", {"holds", "fails", "undetermined", "not run", "not checkable", "holds"})));
  using Count = std::pair<std::string, int>;
  EXPECT_EQ(counts, (std::vector<Count>{{"holds as printed", 2},
                                        {"holds corrected", 0},
                                        {"fails", 1},
                                        {"undetermined", 1},
                                        {"not run", 1},
                                        {"not checkable", 1},
                                        {"background", 0}}));
  EXPECT_THROW(statements_of(results("bad", {"maybe"})), IoError);
}

TEST_F(Results, CompareWithAcceptedVerdicts) {
  auto const before = results("before", {"holds", "fails", "holds", "holds"});
  std::map<std::string, std::string> accepted;
  for (auto const& record : statements_of(before))
    accepted["p " + record.at("id").get<std::string>()] = verdict_in_words(record);
  EXPECT_TRUE(changed_verdicts(statements_of(before), accepted).empty());

  auto const after = results("after", {"fails", "holds", "undetermined"});
  std::vector<std::string> found;
  for (auto const& change : changed_verdicts(statements_of(after), accepted)) {
    found.push_back(change.kind + " " + change.paper + " " + change.id);
    EXPECT_EQ(change.is_regression(), change.kind == "worse") << change.in_words();
    EXPECT_TRUE(contains(change.in_words(), "p " + change.id + ": "));
  }
  EXPECT_EQ(found,
            (std::vector<std::string>{"worse p A", "improved p B", "worse p C", "missing p D"}));

  auto const more = results("more", std::vector<std::string>(5, "holds"));
  auto const extended = changed_verdicts(statements_of(more), accepted);
  ASSERT_EQ(extended.size(), 2u);
  EXPECT_EQ(extended[0].kind, "improved");
  EXPECT_EQ(extended[1].kind, "new");
  EXPECT_TRUE(extended[1].is_regression()) << "a statement without an accepted verdict";
  EXPECT_THROW(changed_verdicts(statements_of(after), {{"p A", "maybe"}}), Malformed);
}

TEST(Verdicts, ChangeWithTheirWordsAndNotWithTheirAmounts) {
  auto const record = [](std::string const& why) {
    return nlohmann::json{{"paper", "p"}, {"id", "A"}, {"verdict", "undetermined"}, {"why", why}};
  };
  std::map<std::string, std::string> const accepted{
      {"p A",
       verdict_in_words(record("'a' agrees; 'b' does not agree (2e-17; at least 2.2e-10)"))}};
  auto const changes = [&](std::string const& why) {
    return changed_verdicts({record(why)}, accepted).size();
  };
  EXPECT_EQ(changes("'a' agrees; 'b' does not agree (1.4e-32; at least 2.2e-10)"), 0u);
  EXPECT_EQ(changes("'a' agrees; 'b' does not agree (nan; at least 2.2e-10)"), 0u);
  EXPECT_EQ(changes("'a' agrees; 'b' does not agree (linear)"), 1u);
  EXPECT_EQ(changes("'a' does not agree (2e-17; at least 2.2e-10); 'b' agrees"), 1u);
  EXPECT_EQ(changed_verdicts({record("'a' agrees")}, {{"p A", "undetermined"}}, true).size(), 0u);
  EXPECT_EQ(changed_verdicts({record("'a' agrees")}, {{"p A", "fails"}}, true).size(), 1u);
}

TEST_F(Results, NameTheCorrectionWithTheVerdict) {
  auto const root = results("r", {"holds", "holds"});
  auto const records = statements_of(root);
  EXPECT_EQ(verdict_in_words(records[0]), "holds as printed");
  EXPECT_EQ(verdict_in_words(records[1]), "holds corrected: the sign");
  auto const table = statements_table(records);
  EXPECT_TRUE(contains(table, "| A | section 1 | 1 < 2 & more | a \\| b | 2 | holds as printed |"))
      << table;
}

TEST_F(Results, ReportDifferencesOfVerdictsAndData) {
  auto const a = results("a", {"holds"});
  auto const b = results("b", {"holds"});
  for (auto const& root : {a, b}) write_manifest(root / "e", {{"seed", 1}});
  EXPECT_TRUE(differences(a, b).empty());
  write_atomically(b / "e" / "data" / "d.csv", "x,y\n0,0\n");
  EXPECT_EQ(differences(a, b).size(), 1u);
  auto const c = results("c", {"fails"});
  EXPECT_FALSE(differences(a, c).empty());
}

TEST_F(Results, RenderASmallPicture) {
  auto const root = results("r", {"holds", "fails"});
  render_figures(root / "e");
  EXPECT_GT(fs::file_size(root / "e" / "figures" / "f.png"), 1000u);
  EXPECT_LT(fs::file_size(root / "e" / "figures" / "f.small.png"),
            fs::file_size(root / "e" / "figures" / "f.png"));
}

json reading(double measured, json const& limit, bool matches, std::string const& quantity) {
  return {{"measured", measured},
          {"limit", limit},
          {"matches", matches},
          {"quantity", quantity},
          {"criterion", "within a factor sqrt(10) of 1e-1"}};
}

json failed(std::string const& kind, std::vector<json> const& readings) {
  return {{"verdict", "fails"}, {"kind", kind}, {"readings", readings}};
}

TEST(Direction, ComparesAMagnitudeWithThePrintedOne) {
  json const limit = {0.1 / std::sqrt(10), 0.1 * std::sqrt(10)};
  auto const better = reading(0.0037, limit, false, "largest energy error of HDEL");
  EXPECT_EQ(direction_of(failed("magnitude", {better})), "27 times better than printed");
  auto const worse = reading(2, limit, false, "largest energy error of HDEL");
  EXPECT_EQ(direction_of(failed("magnitude", {better, worse})),
            "27 times better than printed; by another interpretation 20 times worse");
  auto const larger = reading(2, limit, false, "period");
  EXPECT_EQ(direction_of(failed("magnitude", {larger})), "20 times larger than printed");
}

TEST(Direction, StatesWhatIsInPlaceOfThePrinted) {
  EXPECT_EQ(direction_of(failed("number", {reading(14, {99.5, 100.5}, false, "steps")})),
            "14 in place of 100");
  EXPECT_EQ(direction_of(failed("ranking", {reading(0.05, 1, false, "ratio")})),
            "the order is reversed, by a factor of 20");
  json exact = reading(0.044, 1e-12, false, "residual");
  exact["criterion"] = "exact: the residual is at most 1000 epsilon";
  EXPECT_EQ(direction_of(failed("formula", {exact})), "0.044, more than rounding");
  exact["measured"] = nullptr;
  EXPECT_EQ(direction_of(failed("formula", {exact})), "");
  json holds = failed("number", {reading(14, {99.5, 100.5}, false, "steps")});
  holds["verdict"] = "holds";
  EXPECT_EQ(direction_of(holds), "");
}

TEST(SamplingNote, AppearsIfToleranceAndSamplingErrorDisagree) {
  // A printed slope of 0.5 with a tolerance of 0.1; the accepted interval includes the sampling
  // error.
  auto const slope = [](double measured, double error) {
    json one = reading(measured, {0.4 - error, 0.6 + error}, true, "slope");
    one["sampling_error"] = error;
    return sampling_note(one);
  };
  EXPECT_EQ(slope(0.448, 0.02),
            "agrees within the tolerance ± 0.1, but lies 5.2 standard errors from 0.5 (sampling "
            "error ± 0.02, two standard errors)");
  EXPECT_EQ(slope(0.49, 0.02), "") << "within the sampling error";
  EXPECT_EQ(slope(0.448, 0), "") << "no sample";
}

TEST(ShortQuantity, EndsAtTheFirstCommaOutsideOfBrackets) {
  auto const text = [](std::string const& quantity) {
    return short_quantity({{"quantity", quantity}});
  };
  EXPECT_EQ(text("largest error (of x, y), h = 0.1"), "largest error (of x, y)");
  EXPECT_EQ(text(std::string(40, 'a') + " " + std::string(60, 'b')), std::string(40, 'a') + " …");
}

TEST(NumberText, WritesPowersOfTen) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(0.0123456), "0.0123");
  EXPECT_EQ(number_text(-12345), "−12345");
  EXPECT_EQ(number_text(3.088e-32), "3.09×10⁻³²");
  EXPECT_EQ(number_text(1e-4), "10⁻⁴");
  EXPECT_EQ(number_text(2e6), "2×10⁶");
  EXPECT_EQ(number_text(1234.5678, 3), "1235");
  EXPECT_EQ(number_text(NAN), "NaN");
  EXPECT_EQ(number_text(-INFINITY), "−∞");
}

TEST(Packed, ReturnsTheSameText) {
  for (std::string const& text : {std::string("{}"), "[\"" + std::string(100000, 'x') + "\"]"})
    EXPECT_EQ(unpacked("window.a = \"" + packed(text) + "\";"), json::parse(text));
}

using Recompute = CacheStatus::Recompute;

Components const always = {{"mode", "1"},
                           {"preset", "2"},
                           {"declaration", "3"},
                           {"code of experiment e", "4"},
                           {"code of the core", "5"},
                           {"code of the figures", "6"},
                           {"gnuplot", "7"}};
Components const parts = {{"code of problem p", "8"},
                          {"code of method ida", "9"},
                          {"code of method euler", "10"},
                          {"code of every problem and method", "11"}};

/// Finished experiment that looked up problem p and method ida.
class Finished : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "data");
    fs::create_directories(folder / "figures");
    write_atomically(folder / "data" / "x.csv", "x\n1\n");
    for (auto const* format : {"svg", "pdf", "png", "small.png"})
      write_atomically(folder / "figures" / (std::string("f.") + format), format);
    figure = {{"id", "f"}, {"panels", {{{"series", {{{"data", "x.csv"}}}}}}}};
    write_atomically(folder / "experiment.json", json{{"figures", {figure}}}.dump());
    write_atomically(folder / "measurements.json", "[]");
    for (auto const* name : {"code of problem p", "code of method ida"})
      recorded[name] = parts.at(name);
    record();
  }
  /// Records the files of the folder as outputs and as sources of the figure.
  void record() const {
    auto const hash_of = [&](std::string const& file) { return sha256_file(folder / file); };
    write_manifest(folder,
                   {{"components", recorded}, {"figures", {{"f", drawn_from(figure, hash_of)}}}});
  }

  CacheStatus now() const { return check_cache(folder, always, parts); }
  ScratchFolder const scratch;
  fs::path const folder = scratch.path();
  json figure;
  Components recorded = always;
};

Components with(Components components, std::string const& name) {
  components[name] = "another";
  return components;
}

TEST_F(Finished, RemainsUpToDateWithoutChanges) {
  EXPECT_EQ(now().due, Recompute::nothing);
  EXPECT_EQ(now().reasons, "");
}

TEST_F(Finished, BecomesOutdatedByEveryComponentAndNamesIt) {
  for (auto const& [name, hash] : always) {
    auto const s = check_cache(folder, with(always, name), parts);
    EXPECT_EQ(s.reasons, name + " changed");
    bool const drawing = name == "gnuplot" || name == "code of the figures";
    EXPECT_EQ(s.due, drawing ? Recompute::figures : Recompute::everything) << name;
  }
  for (std::string const name : {"code of problem p", "code of method ida"}) {
    auto const s = check_cache(folder, always, with(parts, name));
    EXPECT_EQ(s.reasons, name + " changed");
    EXPECT_EQ(s.due, Recompute::everything);
  }
}

TEST_F(Finished, IgnoresUnusedCode) {
  EXPECT_EQ(check_cache(folder, always, with(parts, "code of method euler")).due,
            Recompute::nothing);
  EXPECT_EQ(check_cache(folder, always, with(parts, "code of every problem and method")).due,
            Recompute::nothing);
  EXPECT_EQ(check_cache(folder, always, with(parts, "code of method new")).due, Recompute::nothing);
}

TEST_F(Finished, BecomesOutdatedByAMissingPart) {
  auto fewer = parts;
  fewer.erase("code of method ida");
  EXPECT_EQ(check_cache(folder, always, fewer).reasons, "code of method ida gone");
  EXPECT_EQ(check_cache(folder, with(always, "licence"), parts).reasons, "licence new");
  recorded.clear();
  record();
  EXPECT_EQ(now().due, Recompute::everything);
}

TEST_F(Finished, NamesAllReasons) {
  auto const s =
      check_cache(folder, with(with(always, "mode"), "gnuplot"), with(parts, "code of method ida"));
  EXPECT_EQ(s.reasons, "code of method ida changed, gnuplot changed, mode changed");
  EXPECT_EQ(s.due, Recompute::everything);
}

TEST_F(Finished, BecomesOutdatedByADamagedOutput) {
  write_atomically(folder / "figures" / "f.svg", "<svg>");
  EXPECT_EQ(now().reasons, "figures/f.svg missing or changed");
  EXPECT_EQ(now().due, Recompute::figures);
  fs::remove(folder / "data" / "x.csv");
  EXPECT_EQ(now().reasons, "data/x.csv missing or changed, figures/f.svg missing or changed");
  EXPECT_EQ(now().due, Recompute::everything);
}

TEST_F(Finished, BecomesOutdatedByAMissingFile) {
  EXPECT_TRUE(is_complete(folder));
  for (std::string const name : {"experiment.json", "measurements.json", "data/x.csv"}) {
    // The manifest was written after the file was removed.
    std::string const text = read_text(folder / name);
    fs::remove(folder / name);
    json manifest = read_json(folder / "manifest.json");
    manifest["outputs"].erase(name);
    write_atomically(folder / "manifest.json", manifest.dump());
    EXPECT_EQ(now().reasons, name + " missing or changed");
    EXPECT_EQ(now().due, Recompute::everything) << name;
    EXPECT_FALSE(is_complete(folder));
    write_atomically(folder / name, text);
    record();
    EXPECT_EQ(now().due, Recompute::nothing);
  }
  fs::remove_all(folder / "figures");
  record();
  EXPECT_EQ(now().due, Recompute::figures);
  EXPECT_FALSE(is_complete(folder));
}

TEST_F(Finished, BecomesOutdatedByFiguresOfOtherData) {
  json manifest = read_json(folder / "manifest.json");
  manifest["figures"]["f"] = sha256_text("other data");
  write_atomically(folder / "manifest.json", manifest.dump());
  EXPECT_EQ(now().reasons, "figures/f drawn from other data");
  EXPECT_EQ(now().due, Recompute::figures);
  manifest.erase("figures");
  write_atomically(folder / "manifest.json", manifest.dump());
  EXPECT_EQ(now().due, Recompute::figures);
}

TEST_F(Finished, BecomesOutdatedByADamagedManifest) {
  for (auto const* text : {"", "{", "[]", "{}", R"({"components":{},"outputs":3})",
                           R"({"components":{"mode":1},"outputs":{}})", R"({"components":{}})",
                           R"({"components":{},"outputs":{},"figures":3})"}) {
    write_atomically(folder / "manifest.json", text);
    EXPECT_EQ(now().reasons, "manifest unreadable") << text;
    EXPECT_EQ(now().due, Recompute::everything);
  }
  fs::remove(folder / "manifest.json");
  EXPECT_EQ(now().reasons, "first run");
}

}  // namespace
}  // namespace rattleback::reports
