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
