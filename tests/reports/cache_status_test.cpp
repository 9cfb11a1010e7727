// Up-to-date check of an experiment: each difference yields exactly its reason.

#include "reports/results/cache_status.hpp"

#include <gtest/gtest.h>

#include "reports/drawing/gnuplot.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using Recompute = CacheStatus::Recompute;
using nlohmann::json;

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
