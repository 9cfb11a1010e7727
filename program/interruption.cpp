#include "program/interruption.hpp"

#include <signal.h>

#include <atomic>

#include "integrators/core/registry.hpp"

namespace rattleback {

namespace {
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);
}  // namespace

void watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

void throw_if_interrupted() {
  if (interrupted) throw Interrupted{};
}

}  // namespace rattleback
