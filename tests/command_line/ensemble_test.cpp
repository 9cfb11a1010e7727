// Ensembles in parts: whatever the parts, the same bytes.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

std::string const run =
    "ensemble chaotic_r7 dla_leapfrog --orbits 101 --step 0.1 --until 20 --energy 3 --every 50 ";

void write(Scratch const& scratch, std::string const& name, std::string const& text) {
  std::ofstream(scratch.path() / name) << text;
}

std::string out_of(Scratch const& scratch, std::string const& arguments) {
  auto const finished = scratch.run(words(arguments));
  EXPECT_EQ(finished.status, 0) << arguments << ": " << finished.err;
  return finished.out;
}

/// The misuse's one line.
std::string refusal_of(Scratch const& scratch, std::string const& arguments) {
  auto const finished = scratch.run(words(arguments));
  EXPECT_EQ(finished.status, 2) << arguments << ": " << finished.out;
  EXPECT_EQ(finished.err_lines(), 1) << finished.err;
  EXPECT_EQ(finished.out, "");
  return finished.err;
}

TEST(Shards, MergeToTheBytesOfTheWhole) {
  Scratch const scratch;
  auto const whole = out_of(scratch, run + "--seed 7 --json");
  for (int shards : {2, 5, 101}) {
    std::string files;
    for (int i = 1; i <= shards; ++i) {
      auto const name = std::to_string(i) + ".json";
      write(scratch, name,
            out_of(scratch, run + "--seed 7 --json --shard " + std::to_string(i) + "/" +
                                std::to_string(shards)));
      files = name + " " + files;  // in descending order
    }
    EXPECT_EQ(out_of(scratch, "merge --json " + files), whole) << shards;
  }
  EXPECT_EQ(out_of(scratch, run + "--seed 7 --json --shard 1/1"), whole);
}

TEST(Shards, OfDifferentRunsAreRefused) {
  Scratch const scratch;
  write(scratch, "a", out_of(scratch, run + "--seed 7 --json --shard 1/2"));
  write(scratch, "b", out_of(scratch, run + "--seed 8 --json --shard 2/2"));
  auto const seeds = refusal_of(scratch, "merge a b");
  EXPECT_NE(seeds.find("seed (7 and 8)"), std::string::npos) << seeds;
  auto const missing = refusal_of(scratch, "merge a");
  EXPECT_NE(missing.find("orbit 50 of 101 is in no shard"), std::string::npos) << missing;
  auto const twice = refusal_of(scratch, "merge a a");
  EXPECT_NE(twice.find("in two parts"), std::string::npos) << twice;
  write(scratch, "c", "{\"times\": []}");
  EXPECT_NE(refusal_of(scratch, "merge c").find("'c' is no shard"), std::string::npos);
  write(scratch, "d", scratch.text_of("a").substr(0, 100));
  EXPECT_NE(refusal_of(scratch, "merge d").find("'d' is no shard"), std::string::npos);
}

TEST(Checkpoints, ResumeToTheSameBytes) {
  Scratch const scratch;
  auto const whole = out_of(scratch, run + "--seed 7 --json");
  auto const with = run + "--seed 7 --json --checkpoint pieces";
  EXPECT_EQ(out_of(scratch, with), whole);
  auto const pieces = scratch.path() / "pieces";
  auto const first = pieces / "orbits-0-64.json", second = pieces / "orbits-64-101.json";
  ASSERT_TRUE(std::filesystem::exists(first) && std::filesystem::exists(second));
  auto const kept = std::filesystem::last_write_time(first);
  std::filesystem::remove(second);
  EXPECT_EQ(out_of(scratch, with), whole);
  EXPECT_EQ(std::filesystem::last_write_time(first), kept);
  auto const other = refusal_of(scratch, run + "--seed 9 --json --checkpoint pieces");
  EXPECT_NE(other.find("seed (7 and 9)"), std::string::npos) << other;
}

TEST(Checkpoints, OutliveAnInterruption) {
  Scratch const scratch;
  std::string const some =
      "ensemble chaotic_r7 dla_leapfrog --orbits 2000 --step 0.1 --until 60000 --energy 3 "
      "--every 10000 --seed 7 --threads 1 --json ";
  auto const with = some + "--checkpoint pieces";
  auto const finished = scratch.run(words(with), {{500, SIGINT}});
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(out_of(scratch, with), out_of(scratch, some));
}

TEST(Orbits, ShowCrossingsAndExponents) {
  Scratch const scratch;
  std::string const some =
      "ensemble contact_oscillator dla_leapfrog --orbits 9 --step 0.1 --until 200 --energy 1.5 "
      "--seed 2 ";
  auto const result = nlohmann::json::parse(
      out_of(scratch, some + "--section vy=0 --columns z,vz --output a.csv --lyapunov --json"));
  ASSERT_EQ(result["crossings"].size(), 9u);
  ASSERT_EQ(result["exponents"].size(), 9u);
  // y oscillates with a period of 2 pi, less h^2/24 of it.
  for (long const crossings : result["crossings"]) EXPECT_NEAR(crossings, 200 / 6.283, 1);
  for (double const exponent : result["exponents"]) EXPECT_LT(std::abs(exponent), 1);
  auto const text = scratch.text_of("a.csv");
  EXPECT_EQ(text.substr(0, text.find('\n')), "orbit,t,z,vz");
  EXPECT_NE(refusal_of(scratch, some + "--columns z").find("--section"), std::string::npos);
  EXPECT_NE(refusal_of(scratch, some + "--lyapunov --shard 1/2").find("--shard"),
            std::string::npos);
  EXPECT_NE(refusal_of(scratch, some + "--section u=0").find("'u'"), std::string::npos);
  EXPECT_NE(refusal_of(scratch, some + "--section vy=0 --columns w").find("'w'"),
            std::string::npos);
}

TEST(Statistics, AreOrderedByTheirLevels) {
  Scratch const scratch;
  auto const result = nlohmann::json::parse(out_of(scratch, run + "--seed 7 --json"));
  for (auto const& levels : result["quantiles"])
    for (std::size_t i = 1; i < levels.size(); ++i) EXPECT_LE(levels[i - 1], levels[i]);
  EXPECT_EQ(result["quantiles"].size(), result["times"].size());
  EXPECT_EQ(result["quantile_levels"], (std::vector<double>{0.05, 0.25, 0.5, 0.75, 0.95}));
}

}  // namespace
}  // namespace rattleback
