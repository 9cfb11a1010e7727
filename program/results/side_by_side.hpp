#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace rattleback {

/// Exception by which work ends after another thread failed; run_side_by_side throws the cause.
struct Stopped {};

/// Calls work(i, stop) for i = 0 ... count - 1 on `threads` threads, started in this order. After
/// an exception `stop` is set and no further work starts; work that reads `stop` may throw Stopped.
/// Throws the first exception after all threads have ended.
void run_side_by_side(int threads, std::size_t count,
                      std::function<void(std::size_t, std::atomic<bool> const& stop)> const& work);

}  // namespace rattleback
