#include <cvode/cvode.h>

#include "integrators/baselines/sundials_ode.hpp"

namespace rattleback {

namespace {

class Cvode : public StartedSolver<double> {
 public:
  Cvode(Multistep family, OdeFunction<double> f, std::vector<double> y0, StepControl const& control)
      : ode_(std::move(f), y0.size()), parts_(y0.size()) {
    y = std::move(y0);
    state_ = parts_.vector(y);
    memory_ = CVodeCreate(family == Multistep::bdf ? CV_BDF : CV_ADAMS, parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(CVodeInit(memory_, &SundialsOde::right_hand_side, 0.0, state_) == CV_SUCCESS,
            "CVodeInit");
    require(CVodeSStolerances(memory_, control.rtol, control.atol) == CV_SUCCESS, "tolerances");
    require(CVodeSetUserData(memory_, &ode_) == CV_SUCCESS, "user data");
    require(CVodeSetErrHandlerFn(memory_, &SundialsOde::message, &ode_) == CV_SUCCESS,
            "error handler");
    require(CVodeSetLinearSolver(memory_, parts_.solver, parts_.matrix) == CV_SUCCESS,
            "linear solver");
    require(CVodeSetMaxNumSteps(memory_, most_steps) == CV_SUCCESS, "step limit");
    require(CVodeSetMaxStep(memory_, control.max_step) == CV_SUCCESS, "largest step");
    require(CVodeSetInitStep(memory_, control.first_step) == CV_SUCCESS, "first step");
  }
  ~Cvode() override { CVodeFree(&memory_); }

  /// Every node is then the end of a step, where the state has been changed.
  void change_after_steps(ChangeState<double> change) override {
    StartedSolver::change_after_steps(std::move(change));
    ode_.change = [this](double t, double* state) { return this->change(t, state); };
    SundialsVectors::require(CVodeSetProjFn(memory_, &SundialsOde::correction) == CV_SUCCESS &&
                                 CVodeSetProjErrEst(memory_, SUNFALSE) == CV_SUCCESS,
                             "projection");
  }

  void state_at(double t, std::vector<double>& at) override {
    if (!dense_) dense_ = parts_.vector(y);
    CVodeGetDky(memory_, t, 0, dense_);
    at.assign(N_VGetArrayPointer(dense_), N_VGetArrayPointer(dense_) + y.size());
  }
  bool advance(double end, bool stops) override {
    if (ode_.change || stops) CVodeSetStopTime(memory_, end);
    int flag = evolve_to(end, *this, [&](bool in_one_step) {
      double at = 0;
      int const status = CVode(memory_, end, state_, &at, in_one_step ? CV_ONE_STEP : CV_NORMAL);
      CVodeGetCurrentTime(memory_, &reached);
      return status;
    });
    if (flag >= 0 && after_step) flag = CVodeGetDky(memory_, end, 0, state_);
    CVodeGetNumSteps(memory_, &solver_steps);
    CVodeGetNumRhsEvals(memory_, &step_residuals);
    CVodeGetNumLinRhsEvals(memory_, &jacobian_residuals);
    CVodeGetNumJacEvals(memory_, &jacobian_evaluations);
    CVodeGetNumNonlinSolvIters(memory_, &newton_iterations);
    if (flag < 0) {
      if (reason.empty()) reason = failure_words(CVodeGetReturnFlagName(flag), ode_.words());
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    return true;
  }

 private:
  SundialsOde ode_;
  SundialsVectors parts_;
  N_Vector state_ = nullptr, dense_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> cvode_solver(Multistep family, OdeFunction<double> f,
                                                    std::vector<double> y0,
                                                    StepControl const& control) {
  return std::make_unique<Cvode>(family, std::move(f), std::move(y0), control);
}

}  // namespace rattleback
