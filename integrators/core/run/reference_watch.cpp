#include "integrators/core/run/reference_watch.hpp"

#include <utility>

namespace rattleback {

namespace {
thread_local std::function<void(double)> const* watch = nullptr;
}

ReferenceWatch::ReferenceWatch(std::function<void(double time)> look)
    : look_(std::move(look)), before_(std::exchange(watch, &look_)) {}

ReferenceWatch::~ReferenceWatch() { watch = before_; }

void look_at_reference(double time) {
  if (watch) (*watch)(time);
}

}  // namespace rattleback
