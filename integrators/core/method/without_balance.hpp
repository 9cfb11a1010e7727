#pragma once
// Runs of driven systems without the balance of energy and work.

#include <utility>

namespace rattleback {

/// While it lives, runs of driven systems in this thread have no balance of energy and work: their
/// first invariant is the energy. The work of a run that leaves its motion can cost far more than
/// the run.
class WithoutBalance {
 public:
  WithoutBalance() : before_(std::exchange(active, true)) {}
  ~WithoutBalance() { active = before_; }
  WithoutBalance(WithoutBalance const&) = delete;
  WithoutBalance& operator=(WithoutBalance const&) = delete;

  static thread_local bool active;  ///< true in the scope of a WithoutBalance

 private:
  bool const before_;
};

}  // namespace rattleback
