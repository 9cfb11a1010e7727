#include <arkode/arkode_erkstep.h>

#include "integrators/baselines/step_control.hpp"
#include "integrators/baselines/sundials_ode.hpp"

namespace rattleback {

namespace {

class ArkodeExplicit : public StartedSolver<double> {
 public:
  ArkodeExplicit(OdeFunction<double> f, std::vector<double> y0, StepControl const& control)
      : f_(f), control_(control), ode_(std::move(f), y0.size()), parts_(y0.size()) {
    y = std::move(y0);
    state_ = parts_.vector(y);
    memory_ = ERKStepCreate(&SundialsOde::right_hand_side, 0.0, state_, parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(ERKStepSStolerances(memory_, control.rtol, control.atol) == ARK_SUCCESS, "tolerances");
    require(ERKStepSetUserData(memory_, &ode_) == ARK_SUCCESS, "user data");
    require(ERKStepSetErrHandlerFn(memory_, &SundialsOde::message, &ode_) == ARK_SUCCESS,
            "error handler");
    require(ERKStepSetTableNum(memory_, ARKODE_FEHLBERG_13_7_8) == ARK_SUCCESS, "table");
    require(ERKStepSetMaxStep(memory_, control.max_step) == ARK_SUCCESS, "largest step");
    require(ERKStepSetInitStep(memory_, control.first_step) == ARK_SUCCESS, "first step");
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

  /// The state by an integration: the dense output is of lower order than the steps.
  void state_at(double t, std::vector<double>& at) override {
    if (t == from_) {
      at = before_;
      return;
    }
    at = short_run(t - from_, 1);
  }
  bool advance(double end, bool stops) override {
    double at = 0;
    if (ode_.change || stops) ERKStepSetStopTime(memory_, end);
    bool const in_steps = after_step || control_.is_abrupt;
    int flag = 0;
    if (in_steps) {
      for (long tries = 0; flag >= 0 && reached < end; ++tries) {
        if (tries == most_steps) reason = too_many_steps();
        flag = tries < most_steps ? take_step(end, stops) : -1;
      }
      if (flag >= 0) flag = ERKStepGetDky(memory_, end, 0, state_);
    } else {
      flag = ERKStepEvolve(memory_, end, state_, &at, ARK_NORMAL);
      ERKStepGetNumSteps(memory_, &solver_steps);
      ERKStepGetCurrentTime(memory_, &reached);
    }
    if (flag < 0) {
      auto* const name = ERKStepGetReturnFlagName(flag);
      if (reason.empty()) reason = failure_words(name, ode_.words());
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    return true;
  }

 private:
  /// Takes a step, of which abrupt equations get a second estimate: the estimate of Fehlberg's
  /// table vanishes for forces of time alone. A rejected step starts the solver again with a
  /// shorter one.
  int take_step(double end, bool stops) {
    from_ = reached;
    if (from_ > 0) ERKStepGetDky(memory_, from_, 0, state_);
    before_.assign(N_VGetArrayPointer(state_), N_VGetArrayPointer(state_) + y.size());
    double at = 0;
    int const flag = ERKStepEvolve(memory_, end, state_, &at, ARK_ONE_STEP);
    if (flag < 0) return flag;
    ERKStepGetCurrentTime(memory_, &reached);
    double const step = reached - from_, error = control_.is_abrupt ? second_estimate(step) : 0;
    if (error > 1) {
      reached = from_;
      std::copy(before_.begin(), before_.end(), N_VGetArrayPointer(state_));
      ERKStepReInit(memory_, &SundialsOde::right_hand_side, from_, state_);
      ERKStepSetInitStep(memory_, step * std::max(0.2, 0.9 * std::pow(error, -1.0 / 8)));
      if (ode_.change || stops) ERKStepSetStopTime(memory_, end);
      return flag;
    }
    ++solver_steps;
    return after_step && !after_step(from_, reached) ? -1 : flag;
  }
  /// Returns the largest difference of the state and two half steps, in tolerances.
  double second_estimate(double step) {
    halves_ = short_run(step / 2, 2);
    if (ode_.change && !ode_.change(reached, halves_.data())) return 0;
    return difference_in_tolerances(halves_, N_VGetArrayPointer(state_), control_);
  }
  /// Returns the state after steps of this length from the beginning of the last step.
  std::vector<double> const& short_run(double step, int steps) {
    if (!short_) {
      auto const later = [this](double s, auto const& y, auto& dydt) { f_(from_ + s, y, dydt); };
      short_ = std::make_unique<ArkodeExplicit>(later, before_,
                                                StepControl{control_.rtol, control_.atol});
    }
    auto& run = *short_;
    std::copy(before_.begin(), before_.end(), N_VGetArrayPointer(run.state_));
    ERKStepReInit(run.memory_, &SundialsOde::right_hand_side, 0, run.state_);
    ERKStepSetInitStep(run.memory_, step);
    for (int i = 1; i <= steps; ++i) run.advance(i * step, true);
    return run.y;
  }

  OdeFunction<double> f_;
  StepControl control_;
  double from_ = 0;
  std::vector<double> before_, halves_;
  std::unique_ptr<ArkodeExplicit> short_;  ///< solver of short_run()
  SundialsOde ode_;
  SundialsVectors parts_;
  N_Vector state_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> arkode_erk_solver(OdeFunction<double> f,
                                                         std::vector<double> y0,
                                                         StepControl const& control) {
  return std::make_unique<ArkodeExplicit>(std::move(f), std::move(y0), control);
}

}  // namespace rattleback
