#include "program/interface/caller.hpp"

#include <fmt/format.h>

#include <atomic>

namespace rattleback {

namespace {
std::atomic<Caller*> present{nullptr};
}

void Caller::take_message(std::string message) {
  std::lock_guard const lock(mutex_);
  messages.push_back(std::move(message));
}

Caller* caller() { return present; }
void set_caller(Caller* caller) { present = caller; }

void print_text(std::string const& text) {
  if (auto* const here = caller())
    here->printed += text;
  else
    fmt::print("{}", text);
}

}  // namespace rattleback
