#include "integrators/core/solvers/step_watch.hpp"

#include <utility>

namespace rattleback {

namespace {
thread_local StepWatch const* watch = nullptr;
}

StepWatch::StepWatch(Look look) : look_(std::move(look)), before_(std::exchange(watch, this)) {}

StepWatch::~StepWatch() { watch = before_; }

void StepWatch::attach(StartedSolver<double>& solver) {
  if (!watch) return;
  solver.after_step = [look = watch->look_, &solver](double from, double to) {
    look(from, to, solver);
    return true;
  };
}

}  // namespace rattleback
