#include <ida/ida.h>

#include "integrators/baselines/sundials_vectors.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace {

class Ida : public StartedSolver<double> {
 public:
  Ida(Dae dae, double h, double rtol, double atol, bool test_algebraic)
      : dae_(std::move(dae)), h_(h), parts_(dae_.y0.size()) {
    y = dae_.y0;
    ydot = dae_.ydot0;
    state_ = parts_.vector(y);
    rate_ = parts_.vector(ydot);
    memory_ = IDACreate(parts_.context);
    auto const require = &SundialsVectors::require;
    require(memory_, "memory");
    require(IDAInit(memory_, &Ida::residual, 0.0, state_, rate_) == IDA_SUCCESS, "IDAInit");
    require(IDASStolerances(memory_, rtol, atol) == IDA_SUCCESS, "tolerances");
    require(IDASetUserData(memory_, this) == IDA_SUCCESS, "user data");
    require(IDASetErrHandlerFn(memory_, &Ida::message, this) == IDA_SUCCESS, "error handler");
    require(IDASetLinearSolver(memory_, parts_.solver, parts_.matrix) == IDA_SUCCESS,
            "linear solver");
    require(IDASetMaxNumSteps(memory_, most_steps) == IDA_SUCCESS, "step limit");
    std::vector<double> const kinds(dae_.differential.begin(), dae_.differential.end());
    require(IDASetId(memory_, parts_.vector(kinds)) == IDA_SUCCESS, "component kinds");
    require(IDASetSuppressAlg(memory_, test_algebraic ? 0 : 1) == IDA_SUCCESS, "error test");
  }
  ~Ida() override { IDAFree(&memory_); }

  bool advance() override {
    double at = 0;
    int const flag = IDASolve(memory_, ++nodes_ * h_, &at, state_, rate_, IDA_NORMAL);
    IDAGetNumSteps(memory_, &solver_steps);
    IDAGetCurrentTime(memory_, &reached);
    IDAGetNumResEvals(memory_, &step_residuals);
    IDAGetNumLinResEvals(memory_, &jacobian_residuals);
    IDAGetNumJacEvals(memory_, &jacobian_evaluations);
    IDAGetNumNonlinSolvIters(memory_, &newton_iterations);
    if (flag < 0) {
      reason = failure_words(IDAGetReturnFlagName(flag), words_);
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
  double h_;
  long nodes_ = 0;
  std::string words_;
  SundialsVectors parts_;
  N_Vector state_ = nullptr, rate_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> ida_solver(Dae dae, double h, double rtol, double atol,
                                                  bool test_algebraic) {
  return std::make_unique<Ida>(std::move(dae), h, rtol, atol, test_algebraic);
}

}  // namespace rattleback
