// SUNDIALS IDA as a user writes it: residual d - f(t, s) of the eliminated equations, dense
// Jacobian by differences.

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <stdexcept>

#include "systems.hpp"

namespace {

template <class System>
int residual(double t, N_Vector s, N_Vector d, N_Vector r, void* /*data*/) {
  System::derivative(t, N_VGetArrayPointer(s), N_VGetArrayPointer(r));
  N_VLinearSum(1, d, -1, r, r);
  return 0;
}

void check(int status) {
  if (status < 0) throw std::runtime_error("IDA returns " + std::to_string(status));
}

void solve(void* ida, double end, N_Vector s, N_Vector d) {
  double reached = 0;
  check(IDASetMaxNumSteps(ida, 10'000'000));
  check(IDASetStopTime(ida, end));
  check(IDASolve(ida, end, &reached, s, d, IDA_NORMAL));
}

}  // namespace

int main(int count, char** words) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  auto orbit = [&]<class System>(System, auto& state, std::string const& /*method*/, double end,
                                 double tolerance) {
    auto const size = sunindextype(state.size());
    N_Vector s = N_VNew_Serial(size, context), d = N_VNew_Serial(size, context);
    std::copy(state.begin(), state.end(), N_VGetArrayPointer(s));
    System::derivative(0, N_VGetArrayPointer(s), N_VGetArrayPointer(d));
    void* ida = IDACreate(context);
    SUNMatrix matrix = SUNDenseMatrix(size, size, context);
    SUNLinearSolver linear = SUNLinSol_Dense(s, matrix, context);
    std::string failure;
    try {
      check(IDAInit(ida, residual<System>, 0, s, d));
      check(IDASStolerances(ida, tolerance, tolerance));
      check(IDASetLinearSolver(ida, linear, matrix));
      solve(ida, end, s, d);
    } catch (std::runtime_error const& reason) {
      failure = reason.what();
    }
    std::copy_n(N_VGetArrayPointer(s), state.size(), state.begin());
    IDAFree(&ida);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(s);
    N_VDestroy(d);
    if (!failure.empty()) throw std::runtime_error(failure);
  };
  int const status = run_peer(orbit, count, words);
  SUNContext_Free(&context);
  return status;
}
