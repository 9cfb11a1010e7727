// References are computed once, stored, and rejected if their file is damaged.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/input.hpp"
#include "experiments/laws/tools.hpp"
#include "tests/scratch.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

void expect_identical(Reference const& a, Reference const& b) {
  ASSERT_EQ(a.states.size(), b.states.size());
  EXPECT_EQ(a.certified_by, b.certified_by);
  EXPECT_EQ(a.digits, b.digits);
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    EXPECT_TRUE(a.states[i].time == b.states[i].time);
    EXPECT_TRUE(a.states[i].q == b.states[i].q);
    EXPECT_TRUE(a.states[i].v == b.states[i].v);
    EXPECT_TRUE(a.states[i].multipliers == b.states[i].multipliers);
  }
}

/// An empty cache of this test's own.
class ReferenceCache : public testing::Test {
 protected:
  static Reference reference(std::vector<RawQuad> const& times = {RawQuad(1) / 4, RawQuad(1) / 2}) {
    return find_problem("two_constraint_particle").reference({}, times);
  }
  fs::path only_file() const {
    std::vector<fs::path> files;
    for (auto const& entry : fs::directory_iterator(folder_.path)) files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? fs::path{} : files.front();
  }
  static void overwrite(fs::path const& file, std::string const& text) {
    std::ofstream(file) << text;
  }
  /// Expects that the reference does not come from the cache, and equals the first one.
  static void expect_computed_like(Reference const& first) {
    auto const again = reference();
    EXPECT_FALSE(again.from_cache);
    expect_identical(first, again);
  }

  TemporaryFolder const folder_;
  Variable const variable_{"RATTLEBACK_CACHE", folder_.path};
};

TEST_F(ReferenceCache, TheSecondCallComesFromItBitForBit) {
  auto const first = reference();
  auto const second = reference();
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  expect_identical(first, second);
}

TEST_F(ReferenceCache, SweepsWhatKilledProcessesLeft) {
  reference();
  auto const file = only_file();
  fs::remove(file);
  auto const of_process = [&](std::string const& number) { return file.string() + "." + number; };
  overwrite(of_process("2147483647"), "half");  // no process has this number
  overwrite(of_process("1"), "still being written");
  reference();
  EXPECT_TRUE(fs::exists(file));
  EXPECT_FALSE(fs::exists(of_process("2147483647")));
  EXPECT_TRUE(fs::exists(of_process("1")));
}

TEST_F(ReferenceCache, OtherQuestionsAreOtherEntries) {
  reference();
  EXPECT_FALSE(reference({RawQuad(1) / 4}).from_cache);
  Setting elsewhere;
  elsewhere.q =
      std::vector<RawQuad>{RawQuad(1) / 5, RawQuad(1) / 5, RawQuad(1) / 5, RawQuad(1) / 5};
  EXPECT_FALSE(find_problem("two_constraint_particle")
                   .reference(elsewhere, {RawQuad(1) / 4, RawQuad(1) / 2})
                   .from_cache);
}

TEST_F(ReferenceCache, TheOrderAndRepetitionOfTimesIsTheCallers) {
  auto const sorted = reference();
  auto const reversed = reference({RawQuad(1) / 2, RawQuad(1) / 4, RawQuad(1) / 2});
  EXPECT_TRUE(reversed.from_cache);
  ASSERT_EQ(reversed.states.size(), 3u);
  EXPECT_TRUE(reversed.states[0].q == sorted.states[1].q);
  EXPECT_TRUE(reversed.states[1].q == sorted.states[0].q);
  EXPECT_TRUE(reversed.states[2].q == sorted.states[1].q);
}

TEST_F(ReferenceCache, AFileCutShortIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  auto const whole = text_in(file);
  // In the hash, the key, after it, inside the numbers, before the last multipliers.
  auto const key = whole.find('\n') + 1;
  for (std::size_t length : {std::size_t(0), std::size_t(10), key + 20, whole.find('\n', key) + 1,
                             whole.size() / 2, whole.rfind('\n', whole.size() - 2) + 1}) {
    SCOPED_TRACE(testing::Message() << "cut at " << length << " of " << whole.size());
    overwrite(file, whole.substr(0, length));
    expect_computed_like(first);
  }
}

TEST_F(ReferenceCache, AFileOfAnotherKeyIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  std::vector<RawQuad> const other_times{RawQuad(1) / 8, RawQuad(1) / 2};
  reference(other_times);
  for (auto const& entry : fs::directory_iterator(folder_.path))
    if (entry.path() != file) overwrite(file, text_in(entry.path()));
  expect_computed_like(first);
}

TEST_F(ReferenceCache, AFileWithOneOtherDigitIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  auto const whole = text_in(file);
  for (auto const at : {whole.size() / 2, whole.rfind('.') + 1}) {
    auto text = whole;
    text[at] = text[at] == '7' ? '8' : '7';
    overwrite(file, text);
    SCOPED_TRACE(testing::Message() << "damaged at " << at << " of " << whole.size());
    expect_computed_like(first);
  }
}

TEST_F(ReferenceCache, APipeInPlaceOfAFileIsNotWaitedFor) {
  auto const first = reference();
  auto const file = only_file();
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_computed_like(first);
}

TEST_F(ReferenceCache, CostsOnlyTimeWhenItCannotBeWritten) {
  Variable const nowhere("RATTLEBACK_CACHE", "/dev/null/nowhere");
  EXPECT_FALSE(reference().from_cache);
  EXPECT_FALSE(reference().from_cache);
}

}  // namespace
}  // namespace rattleback
