#include <arkode/arkode_erkstep.h>

#include "integrators/baselines/sundials_ode.hpp"

namespace rattleback {

namespace {

class ArkodeExplicit : public StartedSolver<double> {
 public:
  ArkodeExplicit(OdeFunction<double> f, std::vector<double> y0, double h, double rtol, double atol)
      : ode_(std::move(f), y0.size()), h_(h), parts_(y0.size()) {
    y = std::move(y0);
    state_ = parts_.vector(y);
    memory_ = ERKStepCreate(&SundialsOde::right_hand_side, 0.0, state_, parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(ERKStepSStolerances(memory_, rtol, atol) == ARK_SUCCESS, "tolerances");
    require(ERKStepSetUserData(memory_, &ode_) == ARK_SUCCESS, "user data");
    require(ERKStepSetErrHandlerFn(memory_, &SundialsOde::message, &ode_) == ARK_SUCCESS,
            "error handler");
    require(ERKStepSetTableNum(memory_, ARKODE_FEHLBERG_13_7_8) == ARK_SUCCESS, "table");
    require(ERKStepSetMaxNumSteps(memory_, most_steps) == ARK_SUCCESS, "step limit");
    // A rejection shortens the step by 0.3. The default limit of seven is too low for a step that
    // grew twentyfold after a small error estimate.
    require(ERKStepSetMaxErrTestFails(memory_, 20) == ARK_SUCCESS, "limit of rejections");
  }
  ~ArkodeExplicit() override { ERKStepFree(&memory_); }

  /// Every node is then the end of a step, where the state has been changed.
  void change_after_steps(ChangeState<double> change) override {
    StartedSolver::change_after_steps(std::move(change));
    ode_.change = [this](double t, double* state) { return this->change(t, state); };
    SundialsVectors::require(
        ERKStepSetPostprocessStepFn(memory_, &SundialsOde::after_step) == ARK_SUCCESS,
        "function after steps");
  }

  bool advance() override {
    double at = 0;
    if (ode_.change) ERKStepSetStopTime(memory_, (nodes_ + 1) * h_);
    int const flag = ERKStepEvolve(memory_, ++nodes_ * h_, state_, &at, ARK_NORMAL);
    ERKStepGetNumSteps(memory_, &solver_steps);
    ERKStepGetCurrentTime(memory_, &reached);
    if (flag < 0) {
      auto* const name = ERKStepGetReturnFlagName(flag);
      if (reason.empty()) reason = failure_words(name, ode_.words());
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    return true;
  }

 private:
  SundialsOde ode_;
  double h_;
  long nodes_ = 0;
  SundialsVectors parts_;
  N_Vector state_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> arkode_erk_solver(OdeFunction<double> f,
                                                         std::vector<double> y0, double h,
                                                         double rtol, double atol) {
  return std::make_unique<ArkodeExplicit>(std::move(f), std::move(y0), h, rtol, atol);
}

}  // namespace rattleback
