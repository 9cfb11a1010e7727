#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <stdexcept>

#include "integrators/baselines/sessions.hpp"

namespace rattleback {

namespace {

class Ida : public Session<double> {
 public:
  Ida(Dae dae, double h, double rtol, double atol, bool test_algebraic)
      : dae_(std::move(dae)), h_(h) {
    auto const size = static_cast<sunindextype>(dae_.y0.size());
    y = dae_.y0;
    ydot = dae_.ydot0;
    require(SUNContext_Create(nullptr, &context_) == 0, "context");
    state_ = N_VNew_Serial(size, context_);
    rate_ = N_VNew_Serial(size, context_);
    kind_ = N_VNew_Serial(size, context_);
    std::copy(y.begin(), y.end(), N_VGetArrayPointer(state_));
    std::copy(ydot.begin(), ydot.end(), N_VGetArrayPointer(rate_));
    for (sunindextype i = 0; i < size; ++i)
      N_VGetArrayPointer(kind_)[i] = dae_.differential[i] ? 1.0 : 0.0;
    matrix_ = SUNDenseMatrix(size, size, context_);
    solver_ = SUNLinSol_Dense(state_, matrix_, context_);
    memory_ = IDACreate(context_);
    require(memory_ && solver_ && matrix_, "memory");
    require(IDAInit(memory_, &Ida::residual, 0.0, state_, rate_) == IDA_SUCCESS, "IDAInit");
    require(IDASStolerances(memory_, rtol, atol) == IDA_SUCCESS, "tolerances");
    require(IDASetUserData(memory_, this) == IDA_SUCCESS, "user data");
    require(IDASetErrHandlerFn(memory_, &Ida::message, this) == IDA_SUCCESS, "error handler");
    require(IDASetLinearSolver(memory_, solver_, matrix_) == IDA_SUCCESS, "linear solver");
    require(IDASetMaxNumSteps(memory_, 100000) == IDA_SUCCESS, "step limit");
    require(IDASetId(memory_, kind_) == IDA_SUCCESS, "component kinds");
    require(IDASetSuppressAlg(memory_, test_algebraic ? 0 : 1) == IDA_SUCCESS, "error test");
  }
  ~Ida() override {
    IDAFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    for (N_Vector v : {state_, rate_, kind_}) N_VDestroy(v);
    SUNContext_Free(&context_);
  }
  Ida(Ida const&) = delete;
  Ida& operator=(Ida const&) = delete;

  bool advance() override {
    double at = 0;
    int const flag = IDASolve(memory_, ++nodes_ * h_, &at, state_, rate_, IDA_NORMAL);
    IDAGetNumSteps(memory_, &solver_steps);
    IDAGetCurrentTime(memory_, &reached);
    if (flag < 0) {
      char* name = IDAGetReturnFlagName(flag);
      reason = std::string(name) + (words_.empty() ? "" : ": " + words_);
      std::free(name);
      return false;
    }
    std::copy_n(N_VGetArrayPointer(state_), y.size(), y.begin());
    std::copy_n(N_VGetArrayPointer(rate_), ydot.size(), ydot.begin());
    return true;
  }

 private:
  static void require(bool ok, char const* what) {
    if (!ok) throw std::runtime_error(std::string("IDA could not set up: ") + what);
  }
  static int residual(double, N_Vector y, N_Vector ydot, N_Vector r, void* self) {
    static_cast<Ida*>(self)->dae_.residual(N_VGetArrayPointer(y), N_VGetArrayPointer(ydot),
                                           N_VGetArrayPointer(r));
    return 0;
  }
  static void message(int, char const*, char const*, char* text, void* self) {
    static_cast<Ida*>(self)->words_ = text;
  }

  Dae dae_;
  double h_;
  long nodes_ = 0;
  std::string words_;
  SUNContext context_ = nullptr;
  N_Vector state_ = nullptr, rate_ = nullptr, kind_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<Session<double>> ida_session(Dae dae, double h, double rtol, double atol,
                                             bool test_algebraic) {
  return std::make_unique<Ida>(std::move(dae), h, rtol, atol, test_algebraic);
}

}  // namespace rattleback
