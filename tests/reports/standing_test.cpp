// Whether a finished experiment stands: one difference gives exactly its reason.

#include "reports/results/standing.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/drawing/gnuplot.hpp"
#include "reports/results/description.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using Due = Standing::Due;
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

/// A finished experiment that looked up problem p and method ida.
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
  /// Takes what is in the folder for what was made, and the figure for drawn from it.
  void record() const {
    auto const hash_of = [&](std::string const& file) { return sha256_file(folder / file); };
    write_manifest(folder,
                   {{"components", recorded}, {"figures", {{"f", drawn_from(figure, hash_of)}}}});
  }

  Standing now() const { return standing(folder, always, parts); }
  ScratchFolder const scratch;
  fs::path const folder = scratch.path();
  json figure;
  Components recorded = always;
};

Components with(Components components, std::string const& name) {
  components[name] = "another";
  return components;
}

TEST_F(Finished, StandsWhileNothingChanges) {
  EXPECT_EQ(now().due, Due::nothing);
  EXPECT_EQ(now().reasons, "");
}

TEST_F(Finished, FallsWithEveryComponentAndNamesItAlone) {
  for (auto const& [name, hash] : always) {
    auto const s = standing(folder, with(always, name), parts);
    EXPECT_EQ(s.reasons, name + " changed");
    bool const drawing = name == "gnuplot" || name == "code of the figures";
    EXPECT_EQ(s.due, drawing ? Due::figures : Due::everything) << name;
  }
  for (std::string const name : {"code of problem p", "code of method ida"}) {
    auto const s = standing(folder, always, with(parts, name));
    EXPECT_EQ(s.reasons, name + " changed");
    EXPECT_EQ(s.due, Due::everything);
  }
}

TEST_F(Finished, StandsWhenCodeChangesThatItDidNotUse) {
  EXPECT_EQ(standing(folder, always, with(parts, "code of method euler")).due, Due::nothing);
  EXPECT_EQ(standing(folder, always, with(parts, "code of every problem and method")).due,
            Due::nothing);
  EXPECT_EQ(standing(folder, always, with(parts, "code of method new")).due, Due::nothing);
}

TEST_F(Finished, FallsWhenAPartIsGoneOrWasNeverRecorded) {
  auto fewer = parts;
  fewer.erase("code of method ida");
  EXPECT_EQ(standing(folder, always, fewer).reasons, "code of method ida gone");
  EXPECT_EQ(standing(folder, with(always, "licence"), parts).reasons, "licence new");
  recorded.clear();
  record();
  EXPECT_EQ(now().due, Due::everything);
}

TEST_F(Finished, NamesAllReasons) {
  auto const s =
      standing(folder, with(with(always, "mode"), "gnuplot"), with(parts, "code of method ida"));
  EXPECT_EQ(s.reasons, "code of method ida changed, gnuplot changed, mode changed");
  EXPECT_EQ(s.due, Due::everything);
}

TEST_F(Finished, FallsWithADamagedOutput) {
  write_atomically(folder / "figures" / "f.svg", "<svg>");
  EXPECT_EQ(now().reasons, "figures/f.svg missing or changed");
  EXPECT_EQ(now().due, Due::figures);
  fs::remove(folder / "data" / "x.csv");
  EXPECT_EQ(now().reasons, "data/x.csv missing or changed, figures/f.svg missing or changed");
  EXPECT_EQ(now().due, Due::everything);
}

TEST_F(Finished, FallsWithoutTheFilesThatMakeItComplete) {
  EXPECT_TRUE(is_complete(folder));
  for (std::string const name : {"experiment.json", "measurements.json", "data/x.csv"}) {
    // The manifest was written after the file had vanished.
    std::string const text = read_text(folder / name);
    fs::remove(folder / name);
    json manifest = read_json(folder / "manifest.json");
    manifest["outputs"].erase(name);
    write_atomically(folder / "manifest.json", manifest.dump());
    EXPECT_EQ(now().reasons, name + " missing or changed");
    EXPECT_EQ(now().due, Due::everything) << name;
    EXPECT_FALSE(is_complete(folder));
    write_atomically(folder / name, text);
    record();
    EXPECT_EQ(now().due, Due::nothing);
  }
  fs::remove_all(folder / "figures");
  record();
  EXPECT_EQ(now().due, Due::figures);
  EXPECT_FALSE(is_complete(folder));
}

TEST_F(Finished, FallsWithFiguresDrawnFromOtherData) {
  json manifest = read_json(folder / "manifest.json");
  manifest["figures"]["f"] = sha256_text("other data");
  write_atomically(folder / "manifest.json", manifest.dump());
  EXPECT_EQ(now().reasons, "figures/f drawn from other data");
  EXPECT_EQ(now().due, Due::figures);
  manifest.erase("figures");
  write_atomically(folder / "manifest.json", manifest.dump());
  EXPECT_EQ(now().due, Due::figures);
}

TEST_F(Finished, FallsWithADamagedManifest) {
  for (auto const* text : {"", "{", "[]", "{}", R"({"components":{},"outputs":3})",
                           R"({"components":{"mode":1},"outputs":{}})", R"({"components":{}})",
                           R"({"components":{},"outputs":{},"figures":3})"}) {
    write_atomically(folder / "manifest.json", text);
    EXPECT_EQ(now().reasons, "manifest unreadable") << text;
    EXPECT_EQ(now().due, Due::everything);
  }
  fs::remove(folder / "manifest.json");
  EXPECT_EQ(now().reasons, "first run");
}

}  // namespace
}  // namespace rattleback::reports
