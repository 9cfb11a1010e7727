#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace rattleback {

/// Work that others share ended with an exception, which run_side_by_side throws.
struct Stopped {};

/// Calls work(i, stop) for i = 0 ... count - 1, each begun in that order, on so many threads. Once
/// one throws, `stop` is set and no other work begins; work that looks at `stop` may throw Stopped.
/// Throws what was thrown first, when all threads have ended.
void run_side_by_side(int threads, std::size_t count,
                      std::function<void(std::size_t, std::atomic<bool> const& stop)> const& work);

}  // namespace rattleback
