#pragma once
// The threads of an ensemble, and when they pause stepping to report: whether the user asked to
// stop, whether another thread failed, the fraction done and the memory taken.

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>

#include "integrators/core/ensemble/ensemble_spec.hpp"

namespace rattleback {

/// Shared by the threads of one ensemble.
class EnsembleWatch {
 public:
  EnsembleWatch(EnsembleSpec const& spec, long orbits);

  /// More memory for crossings.
  void take(std::size_t bytes) { crossings_ += bytes; }
  /// Sets the current memory of the statistics (bytes).
  void statistics_take(std::size_t bytes) { statistics_ = bytes; }
  /// Reports so many more steps of single orbits, and whatever else there is. Throws what the
  /// callbacks of the specification throw, and Stopped once `fail` was called.
  void report(long orbit_steps);

  struct Stopped {};
  /// Remembers the first exception, and stops all threads.
  void fail(std::exception_ptr thrown);
  bool failed() const { return failed_; }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

  /// Lets a thread report about every millisecond, however long its steps are.
  class Pace {
   public:
    Pace(EnsembleWatch& watch, int orbits) : watch_(watch), orbits_(orbits) {}
    /// Returns how many of the next `wanted` steps (>= 1) to take before the next call.
    long next(long wanted) {
      if (since_ >= interval_) report();
      long const some = std::min(wanted, interval_ - since_);
      since_ += some;
      return some;
    }

   private:
    using Clock = std::chrono::steady_clock;
    void report();

    EnsembleWatch& watch_;
    int const orbits_;
    long since_ = 0, interval_ = 1;  ///< in steps
    Clock::time_point last_ = Clock::now();
  };

 private:
  EnsembleSpec const& spec_;
  double const orbit_steps_;  ///< in all
  std::atomic<long> done_{0};
  std::atomic<std::size_t> crossings_{0}, statistics_{0};
  std::atomic<bool> failed_{false};
  std::mutex calling_, failing_;
  std::exception_ptr thrown_;
};

/// Calls work() on so many threads, on fewer where the system gives no more, each until it returns
/// false. Rethrows what it throws first.
void run_on_threads(int threads, EnsembleWatch& watch, std::function<bool()> const& work);

}  // namespace rattleback
