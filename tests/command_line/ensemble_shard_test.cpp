// Shards as text: changed and impossible texts are rejected. Memory for an ensemble. Parallel
// experiments: each runs once, in order, and a failure stops the others.

#include "program/ensembles/ensemble_shard.hpp"

#include <gtest/gtest.h>
#include <locale.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/files/files.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/code_hashes.hpp"
#include "program/results/identity.hpp"
#include "program/results/side_by_side.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace rattleback {

// Build information of this test.
namespace {
std::map<std::string, std::string> hashes{
    {"the core", "1"}, {"problem chaotic_r7", "2"}, {"method dla_leapfrog", "3"}};
}
std::map<std::string, std::string> const& code_hashes() { return hashes; }
std::string build_preset() { return "test"; }
std::string build_flags() { return "-O0"; }
std::string compiler() { return "test compiler 1"; }
std::vector<std::pair<std::string, std::string>> library_versions() { return {{"Eigen", "3"}}; }
void print_result(JsonObject const&) {}

namespace {

Shard shard_of(long first, long last) {
  EnsembleRun run{"chaotic_r7", "dla_leapfrog", {}, {}};
  run.spec.orbits = 200;
  run.spec.step = 0.05;
  run.spec.steps = 25;
  run.spec.every = 10;
  run.spec.energy = 3.06;
  run.spec.seed = 7;
  run.spec.parameters.emplace_back("epsilon", RawQuad(0.1));
  ProblemEntry problem;
  problem.card.id = run.problem;
  problem.cases.push_back({"A", "", {0.1, 0.2}, {0.3}, {{"epsilon", 0.05}, {"mu", 2}}});
  MethodEntry method;
  method.card.id = run.integrator;
  identify(run, problem, method);
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal(0, 1e-4);
  OrbitErrors errors(static_cast<std::size_t>(last - first));
  for (auto& orbit : errors) orbit = {-0.0, normal(engine), normal(engine)};
  errors.front()[1] = std::numeric_limits<double>::quiet_NaN();
  Shard shard{run, {first, last}, EnsemblePart(3)};
  shard.part.add(first, errors);
  return shard;
}

/// Returns the message of shard_from for a text; empty if the text is accepted.
std::string refusal_of(std::string const& text) {
  return refusal([&] { (void)result_of(shard_from(text, "x")); });
}

/// Returns the object without its end, to be changed and sealed again.
std::string unsealed(std::string const& text) { return text.substr(0, text.find(",\"sha256\"")); }

/// Replaces a text that occurs once.
std::string with(std::string text, std::string const& old, std::string const& other) {
  auto const at = text.find(old);
  EXPECT_NE(at, text.npos) << old;
  return text.replace(at, old.size(), other);
}

TEST(ShardText, RoundTripsExactly) {
  auto const shard = shard_of(64, 150);
  auto const text = text_of(shard);
  auto const read = shard_from(text, "x");
  EXPECT_EQ(text_of(read), text);
  auto const one = shard.part.total(), other = read.part.total();
  EXPECT_EQ(one.failed, 1);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(std::memcmp(&one.at_time[k], &other.at_time[k], sizeof one.at_time[k]), 0);
    EXPECT_EQ(shard.part.histograms()[k].bins(), read.part.histograms()[k].bins());
  }
  auto const object = nlohmann::json::parse(text);
  EXPECT_EQ(object["orbits"], 86);
  EXPECT_EQ(object["times"].size(), 3u);
}

// Pieces of checkpoints are the same text as shards.
TEST(ShardText, RejectsAnyChangeOfOneBitOrDigit) {
  for (auto const& text : {text_of(shard_of(0, 64)), text_of(shard_of(100, 200))}) {
    std::mt19937_64 engine(17);
    for (int i = 0; i < 2000; ++i) {
      auto changed = text;
      char& c = changed[engine() % text.size()];
      if (i % 2 == 0)
        c = static_cast<char>(c ^ (1 << engine() % 8));
      else
        c = static_cast<char>('0' + (c - '0' + 1 + static_cast<int>(engine() % 9)) % 10);
      if (changed == text) continue;
      ASSERT_NE(refusal_of(changed), "") << changed;
    }
    for (std::size_t size = 0; size < text.size(); size += 1 + engine() % 40)
      ASSERT_NE(refusal_of(text.substr(0, size)), "") << size;
  }
}

TEST(ShardText, ReadsForgedTextsSafely) {
  auto const text = unsealed(text_of(shard_of(0, 64)));
  std::mt19937_64 engine(19);
  std::string const letters = "0123456789-.e,[]{}\":n";
  for (int i = 0; i < 2000; ++i) {
    auto changed = text;
    for (auto n = 1 + engine() % 3; n > 0; --n)
      changed[engine() % text.size()] = letters[engine() % letters.size()];
    (void)refusal_of(sealed(changed));
  }
}

TEST(ShardText, RejectsImpossibleValues) {
  auto const text = unsealed(text_of(shard_of(0, 64)));
  EXPECT_EQ(refusal_of(sealed(text)), "");
  for (auto const& [old, other, said] : std::initializer_list<std::array<char const*, 3>>{
           {"\"every\":10", "\"every\":0", "every is 0"},
           {"\"every\":10", "\"every\":5", "3 histograms"},
           {"\"steps\":25", "\"steps\":9223372036854775807", "3 histograms"},
           {"\"orbits\":200", "\"orbits\":9223372036854775807", "orbits is 9223372036854"},
           {"\"first\":0", "\"first\":-64", "first is -64"},
           {"\"last\":64", "\"last\":65", "not the orbits of its range"},
           {"\"level\":6", "\"level\":63", "level is 63"},
           {"\"level\":6", "\"level\":\"6\"", "level is \"6\""},
           {"\"index\":0", "\"index\":274877906944", "index is 274877906944"},
           {"\"counted\":63", "\"counted\":64", "failed is 1"},
           {"\"counted\":63,\"failed\":1", "\"counted\":62,\"failed\":2", "count is 63"},
           {"\"moments\":[", "\"moments\":[1,", "four numbers"},
           {"\"moments\":[", "\"moments\":[1,1,null,1,", "is not a shard"},
           {"\"moments\":[", "\"moments\":[1,1,1,1,", "differ in the number of times"},
           {"\"histograms\":[[", "\"histograms\":[[-34816,1,", "bin is -34816"},
           {"\"histograms\":[[", "\"histograms\":[[-34815,0,", "count is 0"},
           {"\"histograms\":[[", "\"histograms\":[{},[", "histograms"},
           {"\"problem\":\"chaotic_r7\"", "\"problem\":7", "is not a shard"},
           {"\"flags\":\"-O0\"", "\"flags\":\"-O3\"", "another build: flags (\"-O3\""},
           {"\"code of the core\":\"1\",", "", "another build: code of the core"},
       }) {
    auto const refusal = refusal_of(sealed(with(text, old, other)));
    EXPECT_NE(refusal, "") << old << " -> " << other;
    EXPECT_NE(refusal.find(said), std::string::npos) << old << " -> " << other << ": " << refusal;
    EXPECT_EQ(refusal.substr(0, 3), "'x'") << refusal;
  }
  auto const begin = text.find("{\"counted\"");
  auto const node = text.substr(begin, text.find('}', begin) + 1 - begin);
  EXPECT_EQ(refusal_of(sealed(with(text, node, node + "," + node))),
            "'x' is not a shard of such an ensemble: orbit 0 is in two parts");
}

TEST(ShardText, ContainsTheIdentityOfItsRun) {
  auto const identity = identity_of(shard_of(0, 64).run);
  EXPECT_EQ(identity["parameters"], (nlohmann::json{{"epsilon", 0.1}, {"mu", 2.0}}));
  EXPECT_EQ(identity["case"], (nlohmann::json{{"name", "A"}, {"q", {0.1, 0.2}}}));
  EXPECT_EQ(identity["code of problem chaotic_r7"], "2");
  EXPECT_EQ(identity["code of method dla_leapfrog"], "3");
  EXPECT_EQ(identity["libraries"]["Eigen"], "3");
  EXPECT_EQ(differences(identity, identity), "");
  // A change of a single entry changes the identity, and the entry is named.
  for (auto const& [name, value] : identity.items()) {
    auto other = identity;
    other[name] = "other";
    EXPECT_NE(differences(identity, other).find(name), std::string::npos) << name;
    EXPECT_NE(identity_hash(identity), identity_hash(other)) << name;
    other.erase(name);
    EXPECT_NE(differences(identity, other).find(name), std::string::npos) << name;
  }
}

TEST(ShardText, ComparesFilesByContentAndNotByName) {
  nlohmann::json const here{{"problem", "./skate.toml"}, {"formulas", "1"}};
  auto there = here;
  there["problem"] = "/elsewhere/skate.toml";
  EXPECT_EQ(differences(here, there), "");
  EXPECT_EQ(identity_hash(here), identity_hash(there));
  there["formulas"] = "2";
  EXPECT_EQ(differences(here, there), "formulas");
}

TEST(ShardText, RejectsAnOlderVersion) {
  auto const text = unsealed(text_of(shard_of(0, 64)));
  EXPECT_NE(refusal_of(sealed(with(text, "\"identity_version\":1,", "")))
                .find("stored by another version of the program"),
            std::string::npos);
}

TEST(ShardText, RejectsOtherCode) {
  auto const text = text_of(shard_of(0, 64));
  hashes["method dla_leapfrog"] = "4";
  auto const refusal = refusal_of(text);
  hashes["method dla_leapfrog"] = "3";
  EXPECT_EQ(
      refusal,
      "'x' is not a shard of such an ensemble: from another build: code of method dla_leapfrog");
}

// Read from invented systems.
TEST(AvailableMemory, EqualsTheLeastOfSystemAndControlGroup) {
  EXPECT_GT(available_memory(), 1e6);
  TemporaryFolder const folder;
  auto const& root = folder.path;
  auto const write = [&](std::filesystem::path const& path, std::string const& text) {
    std::filesystem::create_directories((root / path).parent_path());
    write_text(root / path, text);
  };
  write("proc/meminfo", "MemTotal: 20000 kB\nMemFree: 1 kB\nMemAvailable:   10000 kB\n");
  EXPECT_EQ(available_memory(root), 10'240'000);
  write("sys/fs/cgroup/memory.max", "max\n");
  write("sys/fs/cgroup/memory.current", "5000\n");
  EXPECT_EQ(available_memory(root), 10'240'000);
  write("sys/fs/cgroup/memory.max", "9000\n");
  write("sys/fs/cgroup/memory.stat", "anon 4000\ninactive_file 1000\n");
  EXPECT_EQ(available_memory(root), 5000);
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "8000\n");
  EXPECT_EQ(available_memory(root), 0);
}

using Stop = std::atomic<bool>;

TEST(SideBySide, RunsEveryItemOnceAndInOrder) {
  for (int threads : {1, 2, 5}) {
    std::mutex mutex;
    std::vector<std::size_t> begun;
    std::set<std::thread::id> ids;
    run_side_by_side(threads, 40, [&](std::size_t i, Stop const& stop) {
      EXPECT_FALSE(stop);
      std::lock_guard const lock(mutex);
      begun.push_back(i);
      ids.insert(std::this_thread::get_id());
    });
    std::set<std::size_t> const once(begun.begin(), begun.end());
    EXPECT_EQ(begun.size(), 40u);
    EXPECT_EQ(once.size(), 40u);
    EXPECT_LE(ids.size(), static_cast<std::size_t>(threads));
    if (threads == 1) {
      EXPECT_TRUE(std::is_sorted(begun.begin(), begun.end()));
    }
  }
  run_side_by_side(2, 0, [](std::size_t, Stop const&) { FAIL() << "an empty list runs nothing"; });
}

TEST(SideBySide, UsesTheCLocale) {
  run_side_by_side(3, 20, [](std::size_t, Stop const&) {
    EXPECT_NE(::uselocale(nullptr), LC_GLOBAL_LOCALE);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  EXPECT_EQ(::uselocale(nullptr), LC_GLOBAL_LOCALE);
}

TEST(SideBySide, RunsConcurrently) {
  // Each waits for the other: a single thread would never end.
  std::atomic<int> here{0};
  run_side_by_side(2, 2, [&](std::size_t, Stop const& stop) {
    ++here;
    while (here < 2 && !stop) std::this_thread::yield();
  });
  EXPECT_EQ(here, 2);
}

TEST(SideBySide, ThrowsTheFirstExceptionAndStopsTheOthers) {
  std::atomic<int> stopped{0}, begun{0};
  auto const run = [&] {
    run_side_by_side(2, 10, [&](std::size_t i, Stop const& stop) {
      ++begun;
      if (i == 1) throw std::runtime_error("the first");
      while (!stop) std::this_thread::yield();
      ++stopped;
      throw Stopped{};
    });
  };
  try {
    run();
    FAIL() << "no exception was thrown";
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "the first");
  }
  EXPECT_EQ(begun, 2);
  EXPECT_EQ(stopped, 1);
}

}  // namespace
}  // namespace rattleback
