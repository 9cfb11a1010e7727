#include <arkode/arkode_erkstep.h>

#include "integrators/baselines/sessions.hpp"
#include "integrators/baselines/sundials_vectors.hpp"

namespace rattleback {

namespace {

class ArkodeExplicit : public Session<double> {
 public:
  ArkodeExplicit(OdeFunction<double> f, std::vector<double> y0, double h, double rtol, double atol)
      : f_(std::move(f)), h_(h), parts_(y0.size()), at_(y0), rate_(y0) {
    y = std::move(y0);
    state_ = parts_.vector(y);
    memory_ = ERKStepCreate(&ArkodeExplicit::right_hand_side, 0.0, state_, parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(ERKStepSStolerances(memory_, rtol, atol) == ARK_SUCCESS, "tolerances");
    require(ERKStepSetUserData(memory_, this) == ARK_SUCCESS, "user data");
    require(ERKStepSetErrHandlerFn(memory_, &ArkodeExplicit::message, this) == ARK_SUCCESS,
            "error handler");
    require(ERKStepSetTableNum(memory_, ARKODE_FEHLBERG_13_7_8) == ARK_SUCCESS, "table");
    require(ERKStepSetMaxNumSteps(memory_, most_steps) == ARK_SUCCESS, "step limit");
  }
  ~ArkodeExplicit() override { ERKStepFree(&memory_); }

  bool advance() override {
    double at = 0;
    int const flag = ERKStepEvolve(memory_, ++nodes_ * h_, state_, &at, ARK_NORMAL);
    ERKStepGetNumSteps(memory_, &solver_steps);
    ERKStepGetCurrentTime(memory_, &reached);
    if (flag < 0) {
      auto* const name = ERKStepGetReturnFlagName(flag);
      reason = failure_words(name, words_);
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    return true;
  }

 private:
  static int right_hand_side(double, N_Vector y, N_Vector ydot, void* self) {
    auto& me = *static_cast<ArkodeExplicit*>(self);
    std::copy_n(N_VGetArrayPointer(y), me.at_.size(), me.at_.begin());
    me.f_(me.at_, me.rate_);
    std::copy(me.rate_.begin(), me.rate_.end(), N_VGetArrayPointer(ydot));
    return status_of(me.rate_.data(), me.rate_.size());
  }
  static void message(int, char const*, char const*, char* text, void* self) {
    static_cast<ArkodeExplicit*>(self)->words_ = text;
  }

  OdeFunction<double> f_;
  double h_;
  long nodes_ = 0;
  std::string words_;
  SundialsVectors parts_;
  std::vector<double> at_, rate_;
  N_Vector state_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<Session<double>> arkode_erk_session(OdeFunction<double> f, std::vector<double> y0,
                                                    double h, double rtol, double atol) {
  return std::make_unique<ArkodeExplicit>(std::move(f), std::move(y0), h, rtol, atol);
}

}  // namespace rattleback
