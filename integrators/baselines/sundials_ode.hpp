#pragma once

#include "integrators/baselines/sundials_vectors.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

/// y' = f(t, y) as the solvers of SUNDIALS call it; its address is their user data.
class SundialsOde {
 public:
  SundialsOde(OdeFunction<double> f, std::size_t size) : f_(std::move(f)), at_(size), rate_(size) {}
  SundialsOde(SundialsOde const&) = delete;
  SundialsOde& operator=(SundialsOde const&) = delete;

  static int right_hand_side(double t, N_Vector y, N_Vector ydot, void* self) {
    auto& me = *static_cast<SundialsOde*>(self);
    std::copy_n(N_VGetArrayPointer(y), me.at_.size(), me.at_.begin());
    me.f_(t, me.at_, me.rate_);
    std::copy(me.rate_.begin(), me.rate_.end(), N_VGetArrayPointer(ydot));
    return status_of(me.rate_.data(), me.rate_.size());
  }
  /// Changes the state at the end of a step, where `change` is given.
  static int after_step(double t, N_Vector y, void* self) {
    return static_cast<SundialsOde*>(self)->change(t, N_VGetArrayPointer(y)) ? 0 : -1;
  }
  /// Returns the same change as a correction, for CVodeSetProjFn: the state stays.
  static int correction(double t, N_Vector y, N_Vector correction, double, N_Vector, void* self) {
    auto& me = *static_cast<SundialsOde*>(self);
    double const* const from = N_VGetArrayPointer(y);
    std::copy_n(from, me.at_.size(), me.at_.begin());
    if (!me.change(t, me.at_.data())) return -1;
    for (std::size_t i = 0; i < me.at_.size(); ++i)
      N_VGetArrayPointer(correction)[i] = me.at_[i] - from[i];
    return 0;
  }
  /// Changes the state at the end of a step; returns false if it cannot. Empty: nothing to change.
  std::function<bool(double t, double* y)> change;

  static void message(int, char const*, char const*, char* text, void* self) {
    static_cast<SundialsOde*>(self)->words_ = text;
  }
  /// The solver's last words.
  std::string const& words() const { return words_; }

 private:
  OdeFunction<double> f_;
  std::vector<double> at_, rate_;
  std::string words_;
};

}  // namespace rattleback
