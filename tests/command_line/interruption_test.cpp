// Interruption of every command within a second by a signal: status 128 + signal, one line on
// stderr, no unfinished files.

#include <signal.h>

#include <random>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

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
