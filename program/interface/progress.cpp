#include "program/interface/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {

namespace {
constexpr std::chrono::milliseconds first_wait{1000}, wait{200};
}

Progress::Progress(std::string label)
    : label_(std::move(label)),
      watched_(isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + first_wait) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::operator()(double fraction) {
  throw_if_interrupted();
  auto* const here = caller();
  if (here ? !here->progress : !watched_) return;
  std::lock_guard const lock(mutex_);
  auto const now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + wait;
  if (here) return here->progress(label_, fraction);
  shown_ = true;
  std::fputs(fmt::format("\r{} {:.0f}%", label_, 100 * fraction).c_str(), stderr);
}

void Progress::line(std::string const& text) {
  if (caller()) return;
  std::lock_guard const lock(mutex_);
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
  std::fputs(("rattleback: note: " + text + "\n").c_str(), stderr);
}

}  // namespace rattleback
