// Whether a finished experiment stands: one difference gives exactly its reason.

#include "reports/standing.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/manifest.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using Due = Standing::Due;

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
    std::string name = (fs::temp_directory_path() / "standing_XXXXXX").string();
    folder = mkdtemp(name.data());
    fs::create_directories(folder / "data");
    fs::create_directories(folder / "figures");
    write_atomically(folder / "data" / "x.csv", "x\n1\n");
    write_atomically(folder / "figures" / "f.svg", "<svg/>");
    Components recorded = always;
    for (auto const* name : {"code of problem p", "code of method ida"})
      recorded[name] = parts.at(name);
    write_manifest(folder, {{"components", recorded}});
  }
  void TearDown() override { fs::remove_all(folder); }

  Standing now() const { return standing(folder, always, parts); }
  fs::path folder;
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
  write_manifest(folder, {{"components", Components{}}});
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

TEST_F(Finished, FallsWithADamagedManifest) {
  for (auto const* text : {"", "{", "[]", "{}", R"({"components":{},"outputs":3})",
                           R"({"components":{"mode":1},"outputs":{}})", R"({"components":{}})"}) {
    write_atomically(folder / "manifest.json", text);
    EXPECT_EQ(now().reasons, "manifest unreadable") << text;
    EXPECT_EQ(now().due, Due::everything);
  }
  fs::remove(folder / "manifest.json");
  EXPECT_EQ(now().reasons, "first run");
}

}  // namespace
}  // namespace rattleback::reports
