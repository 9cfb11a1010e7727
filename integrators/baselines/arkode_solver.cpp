#include <arkode/arkode_erkstep.h>

#include "integrators/baselines/sundials_ode.hpp"

namespace rattleback {

namespace {

class ArkodeExplicit : public StartedSolver<double> {
 public:
  ArkodeExplicit(OdeFunction<double> f, std::vector<double> y0, double h,
                 StepControl const& control)
      : f_(f), control_(control), ode_(std::move(f), y0.size()), h_(h), parts_(y0.size()) {
    y = std::move(y0);
    state_ = parts_.vector(y);
    memory_ = ERKStepCreate(&SundialsOde::right_hand_side, 0.0, state_, parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(ERKStepSStolerances(memory_, control.rtol, control.atol) == ARK_SUCCESS, "tolerances");
    require(ERKStepSetUserData(memory_, &ode_) == ARK_SUCCESS, "user data");
    require(ERKStepSetErrHandlerFn(memory_, &SundialsOde::message, &ode_) == ARK_SUCCESS,
            "error handler");
    auto const table = control.is_abrupt ? ARKODE_VERNER_8_5_6 : ARKODE_FEHLBERG_13_7_8;
    require(ERKStepSetTableNum(memory_, table) == ARK_SUCCESS, "table");
    require(ERKStepSetMaxStep(memory_, control.max_step) == ARK_SUCCESS, "largest step");
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

  /// Its dense output is of lower order than its steps.
  void state_at(double t, std::vector<double>& at) override {
    if (t == from_) {
      at = before_;
      return;
    }
    auto const later = [this](double s, auto const& y, auto& dydt) { f_(from_ + s, y, dydt); };
    ArkodeExplicit step(later, before_, t - from_, control_);
    step.advance_to_stop();
    at = step.y;
  }
  bool advance() override {
    double const end = ++nodes_ * h_;
    if (ode_.change) ERKStepSetStopTime(memory_, end);
    int flag = evolve_to(end, *this, [&](bool in_one_step) {
      double at = 0;
      if (after_step) {
        from_ = reached;
        if (reached > 0) ERKStepGetDky(memory_, reached, 0, state_);
        before_.assign(N_VGetArrayPointer(state_), N_VGetArrayPointer(state_) + y.size());
      }
      int const status =
          ERKStepEvolve(memory_, end, state_, &at, in_one_step ? ARK_ONE_STEP : ARK_NORMAL);
      ERKStepGetCurrentTime(memory_, &reached);
      return status;
    });
    if (flag >= 0 && after_step) flag = ERKStepGetDky(memory_, end, 0, state_);
    ERKStepGetNumSteps(memory_, &solver_steps);
    if (flag < 0) {
      auto* const name = ERKStepGetReturnFlagName(flag);
      if (reason.empty()) reason = failure_words(name, ode_.words());
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    return true;
  }

 private:
  /// Advances by a step that ends at the output interval.
  void advance_to_stop() {
    ERKStepSetStopTime(memory_, h_);
    ERKStepSetInitStep(memory_, h_);
    advance();
  }

  OdeFunction<double> f_;
  StepControl control_;
  double from_ = 0;
  std::vector<double> before_;
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
                                                         StepControl const& control) {
  return std::make_unique<ArkodeExplicit>(std::move(f), std::move(y0), h, control);
}

}  // namespace rattleback
