// Ensembles: output, memory, orbits and exponents; in parts: the bytes do not depend on the parts.

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Checkpoints = InFolder;
using Shards = InFolder;
using Ensemble = InFolder;

std::string const run =
    "ensemble chaotic_r7 dla_leapfrog --orbits 101 --step 0.1 --until 20 --energy 3 --every 50 ";

TEST_F(Shards, MergeToTheBytesOfTheWhole) {
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

TEST_F(Shards, RejectDifferentRuns) {
  write(scratch, "a", out_of(scratch, run + "--seed 7 --json --shard 1/2"));
  write(scratch, "b", out_of(scratch, run + "--seed 8 --json --shard 2/2"));
  expect_refusal(scratch, "merge a b", "seed (7 and 8)");
  expect_refusal(scratch, "merge a", "orbit 50 of 101 is in no shard");
  expect_refusal(scratch, "merge a a", "in two parts");
  auto damaged = scratch.text_of("a");
  damaged[damaged.find("\"moments\":[") + 15] ^= 1;
  write(scratch, "damaged", damaged);
  EXPECT_EQ(refusal_of(scratch, "merge damaged"),
            "rattleback: 'damaged' is damaged: its content does not match its SHA-256\n");
  expect_refusal(scratch, "merge " + std::string(300, 'x'), "File name too long");
  expect_refusal(scratch, "merge .", "Is a directory");
  write(scratch, "c", "{\"times\": []}");
  expect_refusal(scratch, "merge c", "'c' is not a complete shard");
  write(scratch, "d", scratch.text_of("a").substr(0, 100));
  expect_refusal(scratch, "merge d", "'d' is not a complete shard");
  // A pipe without a writer does not block, and reading a device ends.
  ASSERT_EQ(::mkfifo((scratch.path() / "pipe").c_str(), 0600), 0);
  expect_refusal(scratch, "merge a pipe", "'pipe' is not a complete shard");
  expect_refusal(scratch, "merge a /dev/zero", "neither a regular file nor a pipe");
}

TEST_F(Checkpoints, ResumeToTheSameBytes) {
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
}

// Processes of mpirun or of a batch system: shards of any number share a checkpoint.
TEST_F(Checkpoints, CombineShardsOfAnyNumber) {
  auto const whole = out_of(scratch, run + "--seed 7 --json");
  auto const with = run + "--seed 7 --json --checkpoint pieces ";
  scratch.shell("for i in 1 2 3; do $RATTLEBACK " + with + "--shard $i/3 > $i & done; wait");
  EXPECT_EQ(out_of(scratch, "merge --json 3 1 2"), whole);
  auto const pieces = [&] { return lines(scratch.shell("ls pieces").out); };
  EXPECT_EQ(pieces().size(), 4u);  // cut at orbits 33, 64 and 67
  std::filesystem::remove(scratch.path() / "pieces/orbits-33-64.json");
  out_of(scratch, with + "--shard 2/2");
  EXPECT_EQ(pieces().size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "pieces/orbits-50-64.json"));
  EXPECT_EQ(out_of(scratch, with), whole);
  EXPECT_EQ(pieces().size(), 5u);
}

TEST_F(Checkpoints, RecomputeDamagedOrForeignPieces) {
  auto const whole = out_of(scratch, run + "--seed 7 --json");
  auto const with = run + "--seed 7 --json --checkpoint pieces";
  EXPECT_EQ(out_of(scratch, with), whole);
  std::string const piece = "pieces/orbits-0-64.json";
  auto const sound = scratch.text_of(piece), other = scratch.text_of("pieces/orbits-64-101.json");
  std::filesystem::remove_all(scratch.path() / "pieces");
  out_of(scratch, run + "--seed 9 --json --checkpoint pieces");
  auto const foreign = scratch.text_of(piece);

  auto changed = sound;
  auto const digit = changed.find("\"moments\":[") + 15;
  changed[digit] = changed[digit] == '5' ? '6' : '5';
  auto const notes_of_a_sound_run = [&] {
    auto const finished = success_of(scratch, with);
    EXPECT_EQ(finished.out, whole);
    return finished.err;
  };
  for (auto const& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {changed, "is damaged"},
           {sound.substr(0, sound.size() / 2), "not a complete shard"},
           {"", "not a complete shard"},
           {"x", "not a complete shard"},
           {other, "contains orbits 64 to 100"},
           {foreign, "belongs to another run: seed (9 and 7)"}}) {
    write(scratch, piece, text);
    write(scratch, "pieces/orbits-64-101.json", other);
    auto const notes = notes_of_a_sound_run();
    EXPECT_EQ(scratch.text_of(piece), sound) << said;
    EXPECT_EQ(notes.find("rattleback: note: 'pieces/orbits-0-64.json' "), 0u) << notes;
    EXPECT_THAT(notes, HasSubstr(said));
    EXPECT_THAT(notes, HasSubstr("; it is computed again\n"));
    EXPECT_EQ(std::count(notes.begin(), notes.end(), '\n'), 1) << notes;
  }
  // A link to itself; then the piece is written in its place.
  std::filesystem::remove(scratch.path() / piece);
  std::filesystem::create_symlink("orbits-0-64.json", scratch.path() / piece);
  EXPECT_THAT(notes_of_a_sound_run(), HasSubstr("not a regular file"));
  EXPECT_EQ(notes_of_a_sound_run(), "");
}

TEST_F(Checkpoints, RejectAnInvalidFolderWithTheReason) {
  auto const with = run + "--seed 7 --checkpoint ";
  write(scratch, "file", "");
  std::filesystem::create_symlink("loop", scratch.path() / "loop");
  for (auto const& [folder, said] : std::vector<std::pair<std::string, std::string>>{
           {"file", "Not a directory"},
           {"loop", "symbolic links"},
           {"loop/x", "symbolic links"},
           {std::string(300, 'x'), "File name too long"},
           {"/proc/none", "No such file"}}) {
    auto const refusal = refusal_of(scratch, with + folder);
    EXPECT_THAT(refusal, HasSubstr(said));
    EXPECT_THAT(refusal, HasSubstr("--checkpoint"));
  }
}

TEST_F(Checkpoints, PreserveOtherFiles) {
  std::filesystem::create_directories(scratch.path() / "pieces");
  std::vector<std::string> const others{"orbits-0-64.json.x.part", "orbits-0-64.json.part",
                                        "thesis.part", "thesis.json", ".x.partial"};
  for (auto const& name : others) write(scratch, "pieces/" + name, "mine");
  out_of(scratch, run + "--seed 7 --checkpoint pieces");
  for (auto const& name : others) EXPECT_EQ(scratch.text_of("pieces/" + name), "mine") << name;
}

TEST_F(Ensemble, LimitsItsMemoryBeforeAllocation) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer reserves more";
#endif
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit const limit{2'000'000'000, before.rlim_max};
  setrlimit(RLIMIT_AS, &limit);
  for (std::string const work :
       {"ensemble chaotic_r7 dla_leapfrog --step 0.05 --energy 3 --seed 7 --threads 1 --checkpoint "
        "pieces --orbits 200 --until 1e5 --every 1",
        "ensemble contact_oscillator dla_leapfrog --orbits 100000 --step 0.1 --until 1e5 --energy "
        "1.5 --seed 1 --section vy=0 --threads 1"})
    expect_refusal(scratch, work, "GB are available; reduce --orbits");
  EXPECT_EQ(scratch.files(), std::vector<std::string>{});
  setrlimit(RLIMIT_AS, &before);
}

TEST_F(Ensemble, ReturnsOneIfAnOrbitBecomesNonFinite) {
  std::string const some =
      "ensemble chaotic_r7 dla_leapfrog --orbits 3 --step 5 --until 5000 --energy 30 --seed 1 "
      "--json ";
  auto const lenient = success_of(scratch, some), strict = scratch.run(words(some + "--strict"));
  auto const result = json::parse(lenient.out);
  ASSERT_EQ(result["failed"], 3);
  for (auto const* name : {"mean", "variance", "kurtosis"})
    for (auto const& value : result[name]) EXPECT_EQ(value, "nan") << name;
  EXPECT_EQ(strict.status, 1);
  EXPECT_EQ(strict.out, lenient.out);
  for (int i : {1, 2})
    write(scratch, std::to_string(i),
          out_of(scratch, some + "--shard " + std::to_string(i) + "/2"));
  out_of(scratch, "merge 1 2 --json");
  EXPECT_EQ(scratch.run(words("merge 1 2 --json --strict")).status, 1);
  out_of(scratch, run + "--seed 7 --strict");
}

TEST_F(Checkpoints, SurviveAnInterruption) {
#ifdef __SANITIZE_ADDRESS__
  std::string const until = "6000";  // ten times that takes as long without sanitizers
#else
  std::string const until = "60000";
#endif
  std::string const some = "ensemble chaotic_r7 dla_leapfrog --orbits 2000 --step 0.1 --until " +
                           until + " --energy 3 --every 3000 --seed 7 --threads 1 --json ";
  auto const with = some + "--checkpoint pieces";
  auto const finished = scratch.run(words(with), {{start_ms + 500, SIGINT}});
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(out_of(scratch, with), out_of(scratch, some));
}

TEST_F(Ensemble, ShowsCrossingsAndExponentsOfOrbits) {
  std::string const some =
      "ensemble contact_oscillator dla_leapfrog --orbits 9 --step 0.1 --until 200 --energy 1.5 "
      "--seed 2 ";
  auto const result =
      json_of(scratch, some + "--section vy=0 --columns z,vz --output a.csv --lyapunov");
  ASSERT_EQ(result["crossings"].size(), 9u);
  ASSERT_EQ(result["exponents"].size(), 9u);
  // y oscillates with the period 2 pi (1 - h^2/24).
  for (long const crossings : result["crossings"]) EXPECT_NEAR(crossings, 200 / 6.283, 1);
  for (double const exponent : result["exponents"]) EXPECT_LT(std::abs(exponent), 1);
  auto const text = scratch.text_of("a.csv");
  EXPECT_EQ(text.substr(0, text.find('\n')), "orbit,t,z,vz");
  expect_refusal(scratch, some + "--columns z", "--section");
  // A shard shows its orbits, by their numbers in the whole.
  auto const half = json_of(
      scratch, some + "--section vy=0 --columns z,vz --output b.csv --lyapunov --shard 2/2");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(half["exponents"][i], result["exponents"][4 + i]);
  auto const rest = scratch.text_of("b.csv");
  EXPECT_EQ(rest.substr(rest.find('\n')), text.substr(text.find("\n4,")));
  expect_refusal(scratch, some + "--lyapunov --checkpoint p", "--checkpoint");
  expect_refusal(scratch, some + "--section u=0", "'u'");
  expect_refusal(scratch, some + "--section vy=0 --columns w", "'w'; nearest: ");
  expect_refusal(scratch, some + "--section vy=0 --columns z,vz,z", "'z' twice");
}

/// Returns the exponents of a few orbits up to T = 20 with step 0.01.
std::vector<double> exponents(Scratch const& scratch, std::string const& problem,
                              std::string const& method) {
  return json_of(scratch, fmt::format("ensemble {} {} --orbits 6 --step 0.01 --every 50 --until 20 "
                                      "--energy 1.5 --seed 2 --lyapunov",
                                      problem, method))["exponents"];
}

// Methods with memory and methods that violate the constraints restart at each point, as the
// neighbouring orbit does: their exponents are those of the motion, to the order of the method.
TEST_F(Ensemble, ShowsTheExponentsOfTheMotionForAllMethods) {
  struct {
    char const* problem;
    std::vector<char const*> methods;
  } const all[]{{"contact_oscillator",
                 {"dla_leapfrog", "dla_trapezoidal", "gni", "gni_rattle", "gni_composition",
                  "canonical_leapfrog", "lobatto_spark", "discrete_gradient", "implicit_midpoint",
                  "dalembert_pontryagin", "odeint_rk4"}},
                {"pendulum_cvt", {"gni", "lobatto_spark", "odeint_rk4"}},
                {"suslov", {"reduced_gni", "odeint_rk4"}},
                {"chaplygin_sphere", {"reduced_gni", "odeint_rk4"}},
                {"snakeboard", {"gni", "odeint_rk4"}}};
  for (auto const& [problem, methods] : all) {
    auto const first = exponents(scratch, problem, methods.front());
    ASSERT_EQ(first.size(), 6u);
    EXPECT_GT(*std::max_element(first.begin(), first.end()), 0.02) << problem;
    for (auto const* method : methods) {
      auto const other = exponents(scratch, problem, method);
      for (std::size_t j = 0; j < first.size(); ++j)
        EXPECT_NEAR(other[j], first[j], 2e-3) << problem << " " << method << " orbit " << j;
    }
  }
  std::string const some = " --orbits 2 --step 0.1 --until 20 --energy 1.5 --seed 2 --lyapunov";
  expect_refusal(scratch, "ensemble contact_oscillator odeint_dopri5" + some, "its own steps");
  expect_refusal(scratch, "ensemble contact_oscillator dla_midpoint" + some,
                 "no velocities at nodes");
}

TEST_F(Ensemble, PrintsTheContractsObjectForAnyNumberOfThreads) {
  std::string const some =
      "ensemble chaotic_r7 dla_leapfrog --orbits 20 --step 0.1 --until 20 --energy 3 "
      "--seed 7 --every 50 --shard 1/1 --json --threads ";
  auto const one = scratch.run(words(some + "1")), two = scratch.run(words(some + "2"));
  auto const ensemble = json_of(one);
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(fields(ensemble),
            words("problem integrator orbits step steps energy seed starts identity times mean "
                  "variance kurtosis quantile_levels quantiles drift_exponent failed program"));
  for (auto const& levels : ensemble["quantiles"])
    EXPECT_TRUE(std::is_sorted(levels.begin(), levels.end())) << levels;
  EXPECT_EQ(ensemble["quantile_levels"], (std::vector<double>{0.05, 0.25, 0.5, 0.75, 0.95}));
  EXPECT_EQ(ensemble["steps"], 200);
  EXPECT_EQ(ensemble["failed"], 0);
  for (auto const* name : {"times", "mean", "variance", "kurtosis", "quantiles"})
    EXPECT_EQ(ensemble[name].size(), 5u) << name;
  EXPECT_FALSE(has_null(ensemble));
}

}  // namespace
}  // namespace rattleback
