// Runner of commands with an invented interpreter: one lock that threads hold while they call.

#include "python/command_runner.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace rattleback {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Strings = std::vector<std::string>;
using End = CommandResult::End;

std::mutex interpreter;

/// Thread of an interpreter. `looks` and `shows` replace signal handlers and callbacks.
class Guest final : public Host {
 public:
  Guest() : lock_(interpreter) {}
  void while_others_run(std::function<void()> const& wait) override {
    lock_.unlock();
    wait();
    lock_.lock();
  }
  void look() override {
    if (looks) looks();
  }
  void show(std::string const& label, double fraction) override {
    if (shows) shows(label, fraction);
  }
  CommandResult run(Strings const& words) { return run_command(words, true, *this); }

  std::function<void()> looks;
  std::function<void(std::string const&, double)> shows;

 private:
  std::unique_lock<std::mutex> lock_;
};

Strings const short_run{"run", "contact_oscillator", "gni", "--step=0.1", "--steps=50", "--json"};
/// Command that takes hours unless it is interrupted.
Strings const long_run{"run",           "contact_oscillator", "gni",
                       "--step=0.0001", "--until=1000000",    "--every=1000000000"};

/// Exception of the interpreter.
struct Signal {};

/// Long run in another thread, started by the constructor.
class Background {
 public:
  Background()
      : thread_([this] {
          Guest here;
          here.looks = [this] {
            began = true;
            if (stop) throw Signal{};
          };
          EXPECT_THROW(here.run(long_run), Signal);
        }) {
    while (!began) std::this_thread::sleep_for(1ms);
  }
  ~Background() {
    stop = true;
    thread_.join();
  }
  std::atomic<bool> began = false, stop = false;

 private:
  std::thread thread_;
};

/// Returns the exit status of a forked process that runs `work`; -1 if it hangs or dies.
int status_of_child(std::function<int()> const& work) {
  // No other thread of the child could unlock it.
  std::unique_lock forking(interpreter);
  pid_t const child = ::fork();
  forking.unlock();
  if (child == 0) ::_exit(work());
  for (auto const limit = Clock::now() + 20s; Clock::now() < limit;) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::this_thread::sleep_for(5ms);
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return -1;
}

/// Returns 0 if a command runs, 1 if it is rejected.
int refused_here() {
  Guest here;
  try {
    return here.run(short_run).end == End::returned ? 0 : 2;
  } catch (CommandRefused const&) {
    return 1;
  }
}

TEST(CommandRunner, RunsCommandsOfThreadsOneAfterTheOther) {
  auto const expected = [] { return Guest().run(short_run).printed; }();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 5; ++k) {
        Guest here;
        auto const result = here.run(short_run);
        EXPECT_EQ(result.printed, expected) << i;
        EXPECT_EQ(result.rows.numbers.size(), 51 * result.rows.columns.size());
      }
    });
  for (auto& thread : threads) thread.join();
}

TEST(CommandRunner, RunsEnsemblesOfSeveralThreads) {
  Guest here;
  auto const run = [&](std::string const& threads) {
    return here
        .run({"ensemble", "contact_oscillator", "gni", "--step=0.1", "--until=5", "--orbits=70",
              "--energy=1", "--seed=1", "--threads=" + threads, "--json"})
        .printed;
  };
  EXPECT_EQ(run("3"), run("1"));
}

TEST(CommandRunner, TellsWordsOfTheCommandLine) {
  Guest here;
  auto const result = here.run({"run", "contact_oscilator", "gni"});
  EXPECT_EQ(result.end, End::misuse);
  EXPECT_NE(result.complaint.find("--step"), std::string::npos) << result.complaint;
  EXPECT_EQ(here.run({"show", "./none.toml", "--json"}).end, End::file_failure);
}

TEST(CommandRunner, RefusesCommandInsideItsOwnCallback) {
  Guest here;
  int refusals = 0;
  here.shows = [&](std::string const&, double) {
    EXPECT_THROW(here.run(short_run), CommandRefused);
    ++refusals;
    throw Signal{};
  };
  EXPECT_THROW(here.run(long_run), Signal);
  EXPECT_EQ(refusals, 1);
  EXPECT_EQ(here.run(short_run).end, End::returned);
}

TEST(CommandRunner, LooksForSignalsWhileItRuns) {
  auto const begun = Clock::now();
  Guest here;
  here.looks = [&] {
    if (Clock::now() - begun > 200ms) throw Signal{};
  };
  EXPECT_THROW(here.run(long_run), Signal);
  EXPECT_LT(Clock::now() - begun, 5s);
  here.looks = nullptr;
  EXPECT_EQ(here.run(short_run).end, End::returned);
}

TEST(CommandRunner, LooksForSignalsWhileItWaits) {
  Background const other;
  Guest here;
  auto const begun = Clock::now();
  here.looks = [] { throw Signal{}; };
  EXPECT_THROW(here.run(short_run), Signal);
  EXPECT_LT(Clock::now() - begun, 2s);
}

TEST(CommandRunner, RunsCommandOfSignalHandlerWhileItWaits) {
  auto other = std::make_unique<Background>();
  Guest here;
  int handled = 0;
  here.looks = [&] {
    if (handled++ > 0) return;
    other->stop = true;
    EXPECT_EQ(here.run(short_run).end, End::returned);
  };
  EXPECT_EQ(here.run(short_run).end, End::returned);
  EXPECT_GT(handled, 0);
}

TEST(CommandRunner, RunsInChildOfForkBetweenCommands) {
  EXPECT_EQ(refused_here(), 0);
  EXPECT_EQ(status_of_child(&refused_here), 0);
}

TEST(CommandRunner, RefusesInChildOfForkDuringCommand) {
  {
    Background const other;
    EXPECT_EQ(status_of_child(&refused_here), 1);
    EXPECT_EQ(status_of_child([] { return status_of_child(&refused_here); }), 1);
  }
  EXPECT_EQ(refused_here(), 0);
}

TEST(CommandRunner, EndsCallbackThatReturnsInForkedChild) {
  EXPECT_EQ(status_of_child([] {
              Guest here;
              pid_t child = -1;
              here.shows = [&](std::string const&, double) {
                child = ::fork();
                if (child > 0) throw Signal{};
              };
              try {
                here.run(long_run);
              } catch (CommandRefused const&) {
                ::_exit(child == 0 ? 5 : 3);
              } catch (Signal const&) {
              }
              int status = 0;
              ::waitpid(child, &status, 0);
              return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
            }),
            5);
}

TEST(CommandRunner, EndsCommandsOfOtherThreadsAtTheEnd) {
  EXPECT_EQ(status_of_child([] {
              std::atomic<int> ended = 0;
              std::atomic<bool> began = false;
              for (int i = 0; i < 2; ++i)
                std::thread([&] {
                  Guest here;
                  here.looks = [&] { began = true; };
                  try {
                    here.run(long_run);
                  } catch (InterpreterEnds const&) {
                    ++ended;
                  }
                }).detach();
              while (!began) std::this_thread::sleep_for(1ms);
              Guest here;
              auto const begun = Clock::now();
              end_commands(here);
              if (ended != 2) return 1;
              if (Clock::now() - begun > 5s) return 2;
              return here.run(short_run).end == End::returned ? 0 : 3;
            }),
            0);
}

}  // namespace
}  // namespace rattleback
