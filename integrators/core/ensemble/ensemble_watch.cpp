#include "integrators/core/ensemble/ensemble_watch.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "base/c_locale.hpp"

namespace rattleback {

EnsembleWatch::EnsembleWatch(EnsembleSpec const& spec, long orbits)
    : spec_(spec),
      orbit_steps_(static_cast<double>(orbits) * static_cast<double>(spec.steps) *
                   (spec.lyapunov ? 2 : 1)) {}

void EnsembleWatch::report(long orbit_steps) {
  auto const done = done_.fetch_add(orbit_steps, std::memory_order_relaxed) + orbit_steps;
  if (failed_) throw Stopped{};
  // A thread that finds another one reporting goes on.
  std::unique_lock const lock(calling_, std::try_to_lock);
  if (!lock) return;
  double const fraction = std::min(1.0, static_cast<double>(done) / orbit_steps_);
  if (spec_.progress) spec_.progress(fraction);
  if (spec_.grown) spec_.grown(statistics_ + crossings_, fraction);
}

void EnsembleWatch::fail(std::exception_ptr thrown) {
  std::lock_guard const lock(failing_);
  if (!thrown_) thrown_ = std::move(thrown);
  failed_ = true;
}

void EnsembleWatch::Pace::report() {
  watch_.report(since_ * orbits_);
  auto const now = Clock::now();
  if (now - last_ < std::chrono::microseconds(500))
    interval_ = std::min(2 * interval_, 1L << 20);
  else if (now - last_ > std::chrono::milliseconds(2))
    interval_ = std::max(interval_ / 2, 1L);
  last_ = now;
  since_ = 0;
}

void run_on_threads(int threads, EnsembleWatch& watch, std::function<bool()> const& work) {
  auto const run = [&] {
    CLocale const numbers_with_a_point;  // of the options
    try {
      while (!watch.failed() && work()) {
      }
    } catch (...) {
      watch.fail(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> pool;
    try {
      for (int i = 1; i < threads; ++i) pool.emplace_back(run);
    } catch (std::system_error const&) {
      // The threads there are do all the work.
    }
    run();
  }
  watch.rethrow();
}

}  // namespace rattleback
