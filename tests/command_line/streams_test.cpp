// Closed or full streams, and unreadable or unwritable files: status 2 and one line with the
// system's reason, if that line can be read. Interruption of every command within a second by a
// signal: status 128 + signal, one line on stderr, no unfinished files.

#include <signal.h>
#include <sys/stat.h>

#include <random>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Streams = InFolder;
using Files = InFolder;

namespace fs = std::filesystem;

std::string const run = "$RATTLEBACK run contact_oscillator dla_leapfrog --step 0.1 --steps 10 ";
char const* const no_space = "rattleback: cannot write to stdout: No space left on device\n";

TEST_F(Streams, ReportFailedOutput) {
  for (std::string const verb :
       {"--help", "list problems", "list statements --json", "show contact_oscillator", "doctor",
        "run contact_oscillator dla_leapfrog --step 0.1 --steps 10 --json"}) {
    auto const full = scratch.shell("$RATTLEBACK " + verb + " > /dev/full");
    EXPECT_EQ(refusal_of(full), no_space) << verb;
    auto const closed = scratch.shell("$RATTLEBACK " + verb + " >&-");
    EXPECT_EQ(refusal_of(closed), "rattleback: cannot write to stdout: Bad file descriptor\n")
        << verb;
  }
}

TEST_F(Streams, ReportOnlyTheFailedOutput) {
  for (std::string const verb : {"run knife_edge hdel --step 0.07 --start euler --steps 100",
                                 "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 1e3 --until "
                                 "3e4 --energy 1 --seed 1"}) {
    auto const failed = scratch.shell("$RATTLEBACK " + verb + " --strict > out.txt");
    EXPECT_EQ(failed.status, 1) << verb;
    EXPECT_EQ(failed.err_lines(), 1) << failed.err;
    auto const full = scratch.shell("$RATTLEBACK " + verb + " --strict > /dev/full");
    EXPECT_EQ(refusal_of(full), no_space) << verb;
  }
}

TEST_F(Streams, MayLoseMessages) {
  for (std::string const stderr_is : {" 2>&-", " 2> /dev/full"}) {
    EXPECT_EQ(scratch.shell("$RATTLEBACK rum" + stderr_is).status, 2);
    EXPECT_EQ(scratch.shell("$RATTLEBACK show nothing" + stderr_is).status, 2);
    EXPECT_EQ(scratch.shell(run + "--section vy=100" + stderr_is).status, 0);
    EXPECT_EQ(scratch.shell(run + "--section vy=100 --strict" + stderr_is).status, 1);
    EXPECT_EQ(scratch.shell("$RATTLEBACK rum >&-" + stderr_is).status, 2);
  }
}

TEST_F(Streams, DoNotWriteIntoFilesIfClosed) {
  ASSERT_EQ(scratch.shell(run + "--output expected.csv").status, 0);
  EXPECT_EQ(scratch.shell(run + "--output a.csv <&- >&- 2>&-").status, 2);
  EXPECT_EQ(scratch.text_of("a.csv"), scratch.text_of("expected.csv"));
}

struct BadFile {
  char const* name;
  std::string arguments, said;
};

void PrintTo(BadFile const& bad, std::ostream* stream) { *stream << bad.arguments; }

class Unusable : public testing::TestWithParam<BadFile> {};

/// Each given in place of a file or a folder.
TEST_P(Unusable, FailsInOneLine) {
  Scratch const scratch;
  fs::create_symlink("loop", scratch.path() / "loop");
  fs::create_symlink("loop.csv", scratch.path() / "loop.csv");
  write(scratch, "text.json", "{\n");
  write(scratch, "empty.json", "{}");
  fs::create_directory(scratch.path() / "begun");
  write(scratch, "begun/.rattleback-results", "\n");
  ASSERT_EQ(::mkfifo((scratch.path() / "pipe").c_str(), 0600), 0);
  auto const before = scratch.files();
  auto const finished = scratch.shell("timeout 20 $RATTLEBACK " + GetParam().arguments);
  expect_refusal(finished, GetParam().said);
  EXPECT_THAT(finished.err, StartsWith("rattleback: "));
  EXPECT_EQ(scratch.files(), before);
}

std::string const compared = "compare contact_oscillator dla_leapfrog --output ";
std::string const long_name(300, 'x');

std::vector<BadFile> const bad_files{
    {"DiffNothing", "diff none none", "'none': No such file or directory"},
    {"DiffLongName", "diff " + long_name + " " + long_name, "File name too long"},
    {"DiffLoop", "diff loop loop", "'loop': Too many levels of symbolic links"},
    {"DiffPipe", "diff pipe pipe", "'pipe' is not a folder"},
    {"DiffFileAndFolder", "diff text.json .", "'text.json' is not a folder"},
    {"DiffEmptyFolder", "diff . .", "run.json': No such file or directory"},
    {"ReportUnfinished", "report begun", "'begun' has no run.json, because its run did"},
    {"ReportLongName", "report " + long_name, "File name too long"},
    {"ReportLoop", "report loop", "Too many levels of symbolic links"},
    {"CompareNowhere", compared + "''", "--output"},
    {"CompareLongName", compared + long_name, "File name too long"},
    {"CompareLoop", compared + "loop", "Too many levels of symbolic links"},
    {"CompareFile", compared + "text.json/x", "Not a directory"},
    {"CompareProc", compared + "/proc/x", "No such file or directory"},
    {"CompareMisuse", compared + "results --set epsilom=1", "epsilom"},
    {"RunLoop", "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --output loop.csv",
     "'loop.csv': Too many levels of symbolic links"},
};
INSTANTIATE_TEST_SUITE_P(Files, Unusable, testing::ValuesIn(bad_files),
                         [](auto const& info) { return info.param.name; });

TEST_F(Files, MayHaveNamesOfAnyBytes) {
  success_of(scratch.shell("$RATTLEBACK " + compared + "\"$(printf 'a\\377')\""));
  EXPECT_TRUE(fs::exists(scratch.path() / "a\xff" / "comparison" / "contact_oscillator.json"));
  for (std::string const verb :
       {"list @", "show @", "run @ dla_leapfrog --step 0.1 --steps 1",
        "run contact_oscillator @ --step 0.1 --steps 1",
        "run contact_oscillator dla_leapfrog --step @ --steps 1",
        "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --case @",
        "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --set @=1 --json",
        "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --option @=1 --json",
        "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --output @", "converge @",
        "compare contact_oscillator @", "compare contact_oscillator --columns @", "merge @",
        "reproduce @", "report @", "diff @ @", "@", "list problems --@"}) {
    auto command = verb;
    for (auto at = command.find('@'); at != command.npos; at = command.find('@'))
      command.replace(at, 1, "$b");
    auto const finished = scratch.shell("b=$(printf 'b\\377'); $RATTLEBACK " + command);
    EXPECT_THAT(refusal_of(finished), Not(HasSubstr("exception"))) << command;
  }
}

constexpr double seconds_on_a_busy_machine = 2;

struct LongWork {
  char const* name;
  std::string arguments;
  int longest_wait_ms;  ///< latest time of the signal; the command is still working then
};

void PrintTo(LongWork const& work, std::ostream* stream) { *stream << work.arguments; }

class Interrupted : public testing::TestWithParam<LongWork> {};

TEST_P(Interrupted, EndsSoonAndLeavesNothing) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> wait(start_ms + 100, start_ms + GetParam().longest_wait_ms);
  for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGINT, SIGINT, SIGINT}) {
    Scratch const scratch;
    auto const finished = scratch.run(words(GetParam().arguments), {{wait(random), signal}});
    EXPECT_EQ(finished.status, 128 + signal) << finished.err;
    EXPECT_LT(finished.seconds_since_signal, seconds_on_a_busy_machine);
    EXPECT_EQ(finished.err, "rattleback: interrupted\n");
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(scratch.files(), std::vector<std::string>{});
  }
}

std::string name_of_work(testing::TestParamInfo<LongWork> const& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Verbs, Interrupted,
    testing::Values(
        LongWork{"Run",
                 "run contact_oscillator dla_leapfrog --step 1e-3 --steps 100000000 --every 100000 "
                 "--output a.csv",
                 600},
        LongWork{"RunInQuad",
                 "run chaotic_r7 gni --step 1e-3 --steps 100000000 --every 100000 --precision quad "
                 "--json",
                 600},
        // The reference at new times does not check for signals; the runs take many seconds.
        LongWork{"Compare", "compare rolling_ball --output results --steps-per-unit 11,23,47,95",
                 900},
        LongWork{"Converge",
                 "converge rolling_ball odeint_rk4 --steps-per-unit "
                 "499979,999931,999953,999959,999961,999983",
                 600},
        LongWork{"Ensemble",
                 // One block of 64 orbits takes minutes.
                 "ensemble chaotic_r7 gni --orbits 100000 --step 0.05 --until 1e6 --energy 3 "
                 "--seed 1 --every 1000000",
                 600}),
    name_of_work);

TEST(Interruption, TwiceEndsAtOnce) {
  Scratch const scratch;
  auto const finished = scratch.run(words("converge rolling_ball odeint_rk4 --steps-per-unit "
                                          "499979,999931,999953,999959,999961,999983"),
                                    {{300, SIGINT}, {310, SIGINT}});
  EXPECT_EQ(finished.status, 130);
  EXPECT_LT(finished.seconds_since_signal, seconds_on_a_busy_machine);
  EXPECT_EQ(finished.err, "rattleback: interrupted\n");
}

TEST(Interruption, FollowsHangupUnlessIgnored) {
  Scratch const scratch;
  auto const finished = success_of(scratch.shell(
      "trap '' HUP; $RATTLEBACK run contact_oscillator dla_leapfrog --step 1e-3 --steps 300000 & "
      "sleep 0.2; kill -HUP $!; wait $!"));
  EXPECT_NE(finished.out, "");
}

}  // namespace
}  // namespace rattleback
