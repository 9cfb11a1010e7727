#include <ida/ida.h>

#include "integrators/baselines/sundials_ode.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace {

class Ida : public StartedSolver<double> {
 public:
  Ida(Dae dae, StepControl const& control, bool test_algebraic)
      : dae_(std::move(dae)), parts_(dae_.y0.size()) {
    y = dae_.y0;
    ydot = dae_.ydot0;
    state_ = parts_.vector(y);
    rate_ = parts_.vector(ydot);
    memory_ = IDACreate(parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(IDAInit(memory_, &Ida::residual, 0.0, state_, rate_) == IDA_SUCCESS, "IDAInit");
    require(IDASStolerances(memory_, control.rtol, control.atol) == IDA_SUCCESS, "tolerances");
    require(IDASetUserData(memory_, this) == IDA_SUCCESS, "user data");
    require(IDASetErrHandlerFn(memory_, &Ida::message, this) == IDA_SUCCESS, "error handler");
    require(IDASetLinearSolver(memory_, parts_.solver, parts_.matrix) == IDA_SUCCESS,
            "linear solver");
    require(IDASetMaxNumSteps(memory_, most_steps) == IDA_SUCCESS, "step limit");
    require(IDASetMaxStep(memory_, control.max_step) == IDA_SUCCESS, "largest step");
    require(IDASetInitStep(memory_, control.first_step) == IDA_SUCCESS, "first step");
    std::vector<double> const kinds(dae_.differential.begin(), dae_.differential.end());
    require(IDASetId(memory_, parts_.vector(kinds)) == IDA_SUCCESS, "component kinds");
    require(IDASetSuppressAlg(memory_, test_algebraic ? 0 : 1) == IDA_SUCCESS, "error test");
  }
  ~Ida() override { IDAFree(&memory_); }

  void state_at(double t, std::vector<double>& at) override {
    if (!dense_) dense_ = parts_.vector(y);
    IDAGetDky(memory_, t, 0, dense_);
    at.assign(N_VGetArrayPointer(dense_), N_VGetArrayPointer(dense_) + y.size());
  }
  bool advance(double end, bool stops) override {
    if (stops) IDASetStopTime(memory_, end);
    int flag = evolve_to(end, *this, [&](bool in_one_step) {
      double at = 0;
      int const status =
          IDASolve(memory_, end, &at, state_, rate_, in_one_step ? IDA_ONE_STEP : IDA_NORMAL);
      IDAGetCurrentTime(memory_, &reached);
      return status;
    });
    // Interpolates as without steps of its own, to the last bit.
    if (double at = 0; flag >= 0 && after_step)
      flag = IDASolve(memory_, end, &at, state_, rate_, IDA_NORMAL);
    IDAGetNumSteps(memory_, &solver_steps);
    IDAGetNumResEvals(memory_, &step_residuals);
    IDAGetNumLinResEvals(memory_, &jacobian_residuals);
    IDAGetNumJacEvals(memory_, &jacobian_evaluations);
    IDAGetNumNonlinSolvIters(memory_, &newton_iterations);
    if (flag < 0) {
      if (reason.empty()) reason = failure_words(IDAGetReturnFlagName(flag), words_);
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    std::copy_n(N_VGetArrayPointer(rate_), ydot.size(), ydot.begin());
    return true;
  }

 private:
  static int residual(double t, N_Vector y, N_Vector ydot, N_Vector r, void* self) {
    auto const& dae = static_cast<Ida*>(self)->dae_;
    dae.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot), N_VGetArrayPointer(r));
    return status_of(N_VGetArrayPointer(r), dae.y0.size());
  }
  static void message(int, char const*, char const*, char* text, void* self) {
    static_cast<Ida*>(self)->words_ = text;
  }

  Dae dae_;
  std::string words_;
  SundialsVectors parts_;
  N_Vector state_ = nullptr, rate_ = nullptr, dense_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> ida_solver(Dae dae, StepControl const& control,
                                                  bool test_algebraic) {
  return std::make_unique<Ida>(std::move(dae), control, test_algebraic);
}

}  // namespace rattleback
