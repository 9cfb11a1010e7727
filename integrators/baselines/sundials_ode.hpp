#pragma once
// Common part of the SUNDIALS solvers: context, vectors, a dense matrix and its solver, and
// ordinary equations as they call them.

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
#include "integrators/core/solvers/library_solvers.hpp"

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

/// y' = f(t, y) as the solvers of SUNDIALS call it; its address is their user data.
class SundialsOde {
 public:
  SundialsOde(OdeFunction<double> f, std::size_t size) : f_(std::move(f)), at_(size), rate_(size) {}
  SundialsOde(SundialsOde const&) = delete;
  SundialsOde& operator=(SundialsOde const&) = delete;

  static int right_hand_side(double t, N_Vector y, N_Vector ydot, void* self) {
    auto& me = *static_cast<SundialsOde*>(self);
    std::copy_n(N_VGetArrayPointer(y), me.at_.size(), me.at_.begin());
    me.f_(t, me.at_, me.rate_);
    std::copy(me.rate_.begin(), me.rate_.end(), N_VGetArrayPointer(ydot));
    return status_of(me.rate_.data(), me.rate_.size());
  }
  /// Changes the state at the end of a step, where `change` is given.
  static int after_step(double t, N_Vector y, void* self) {
    return static_cast<SundialsOde*>(self)->change(t, N_VGetArrayPointer(y)) ? 0 : -1;
  }
  /// Returns the same change as a correction, for CVodeSetProjFn: the state stays.
  static int correction(double t, N_Vector y, N_Vector correction, double, N_Vector, void* self) {
    auto& me = *static_cast<SundialsOde*>(self);
    double const* const from = N_VGetArrayPointer(y);
    std::copy_n(from, me.at_.size(), me.at_.begin());
    if (!me.change(t, me.at_.data())) return -1;
    for (std::size_t i = 0; i < me.at_.size(); ++i)
      N_VGetArrayPointer(correction)[i] = me.at_[i] - from[i];
    return 0;
  }
  /// Changes the state at the end of a step; returns false if it cannot. Empty: nothing to change.
  std::function<bool(double t, double* y)> change;

  static void message(int, char const*, char const*, char* text, void* self) {
    static_cast<SundialsOde*>(self)->words_ = text;
  }
  /// The solver's last words.
  std::string const& words() const { return words_; }

 private:
  OdeFunction<double> f_;
  std::vector<double> at_, rate_;
  std::string words_;
};

}  // namespace rattleback
