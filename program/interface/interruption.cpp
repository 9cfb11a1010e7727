#include "program/interface/interruption.hpp"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "base/files/cleanup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {

namespace {
std::atomic<int> first_signal{0};
std::atomic<bool> said{false};
std::atomic<void (*)()> look_of_host{nullptr};
static_assert(std::atomic<int>::is_always_lock_free);
sem_t arrived;

void on_signal(int signal) {
  int const error = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  sem_post(&arrived);
  errno = error;
}

/// Waits for a signal, at most for the given time unless it is negative.
void wait_for_signal(long milliseconds) {
  timespec end{};
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += milliseconds * 1000000;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  auto const wait = [&] {
    return milliseconds < 0 ? sem_wait(&arrived) : sem_clockwait(&arrived, CLOCK_MONOTONIC, &end);
  };
  while (wait() != 0 && errno == EINTR) {
  }
}

/// Ends the process if the work does not check the flag. A thread may remove folders, unlike a
/// signal handler.
void* end_what_does_not_look(void*) {
  wait_for_signal(-1);
  wait_for_signal(400);
  // The thread that printed the message is about to end the process; otherwise this thread ends it.
  if (!print_interruption()) wait_for_signal(200);
  clean_up();
  ::_exit(interruption_status());
}

bool start_watching() {
  pthread_attr_t attributes;
  if (sem_init(&arrived, 0, 0) != 0 || pthread_attr_init(&attributes) != 0) return false;
  // Small, because the address space may be limited.
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  bool const started = pthread_create(&thread, &attributes, end_what_does_not_look, nullptr) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}
}  // namespace

void watch_for_interruption() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  // Without the watching thread, the second signal ends the process as usual.
  action.sa_flags = start_watching() ? SA_RESTART : SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

void throw_if_interrupted() {
  if (first_signal != 0) throw Interrupted{};
  if (auto const look = look_of_host.load()) look();
}

void look_at_host(void (*look)()) { look_of_host = look; }

int interruption_status() { return first_signal == 0 ? 0 : 128 + first_signal; }

bool print_interruption() {
  if (said.exchange(true)) return false;
  print_message("interrupted");
  return true;
}

void keep_silent_when_interrupted() { said = true; }

}  // namespace rattleback
