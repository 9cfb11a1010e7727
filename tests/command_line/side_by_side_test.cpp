// Parallel experiments: each runs once, in order, and a failure stops the others.

#include "program/results/side_by_side.hpp"

#include <gtest/gtest.h>
#include <locale.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace rattleback {
namespace {

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
  run_side_by_side(2, 0, [](std::size_t, Stop const&) { FAIL() << "there is no work"; });
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
