#pragma once

#include <ctime>

namespace rattleback {

/// Returns the CPU time of this thread in seconds.
inline double cpu_now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

}  // namespace rattleback
