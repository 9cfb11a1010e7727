#pragma once
// Common part of the SUNDIALS solvers: context, vectors, a dense matrix and its solver.

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "integrators/baselines/step_limit.hpp"

namespace rattleback {

/// Owns the parts of one solver with `size` unknowns. Throws std::runtime_error when SUNDIALS has
/// no memory for them.
class SundialsVectors {
 public:
  explicit SundialsVectors(std::size_t size) : size_(static_cast<sunindextype>(size)) {
    require(SUNContext_Create(nullptr, &context) == 0, "context");
    matrix = SUNDenseMatrix(size_, size_, context);
    solver = SUNLinSol_Dense(vector(std::vector<double>(size)), matrix, context);
    require(matrix && solver, "memory");
  }
  ~SundialsVectors() {
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    for (N_Vector v : vectors_) N_VDestroy(v);
    SUNContext_Free(&context);
  }
  SundialsVectors(SundialsVectors const&) = delete;
  SundialsVectors& operator=(SundialsVectors const&) = delete;

  /// A vector with these values, which lives as long as this object.
  N_Vector vector(std::vector<double> const& values) {
    vectors_.push_back(N_VNew_Serial(size_, context));
    std::copy(values.begin(), values.end(), N_VGetArrayPointer(vectors_.back()));
    return vectors_.back();
  }
  static void require(bool ok, char const* what) {
    if (!ok) throw std::runtime_error(std::string("SUNDIALS could not set up: ") + what);
  }

  SUNContext context = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;

 private:
  sunindextype size_;
  std::vector<N_Vector> vectors_;
};

/// Status of a callback: 1 asks the solver for a smaller step when a number is not finite.
inline int status_of(double const* numbers, std::size_t size) {
  return std::all_of(numbers, numbers + size, [](double x) { return std::isfinite(x); }) ? 0 : 1;
}

/// Advances a solver to the time `end`: at once, or if steps are watched, one by one.
/// @param evolve  evolve(in_one_step): calls the library and updates solver.reached
template <class Solver, class Evolve>
int evolve_to(double end, Solver& solver, Evolve const& evolve) {
  if (!solver.after_step) return evolve(false);
  int flag = 0;
  for (long inner = 0; flag >= 0 && solver.reached < end; ++inner) {
    double const from = solver.reached;
    flag = inner < most_steps ? evolve(true) : -1;
    if (flag < 0 && inner == most_steps) solver.reason = too_many_steps();
    if (flag >= 0 && !solver.after_step(from, solver.reached)) return -1;
  }
  return flag;
}

/// A flag's name and the solver's own words. Frees the name.
inline std::string failure_words(char* name, std::string const& words) {
  std::string const text = std::string(name) + (words.empty() ? "" : ": " + words);
  std::free(name);
  return text;
}

}  // namespace rattleback
