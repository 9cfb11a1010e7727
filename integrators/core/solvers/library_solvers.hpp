#pragma once
// Library solvers behind plain functions, so that their headers are compiled once.

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "problems/core/numbers/quad.hpp"

namespace rattleback {

/// y' = f(t, y) with `f` writing dydt.
template <class S>
using OdeFunction = std::function<void(S t, std::vector<S> const& y, std::vector<S>& dydt)>;

/// Changes the state y after a step that ends at t. Returns false if it cannot.
template <class S>
using ChangeState = std::function<bool(S const& t, S* y)>;

/// Tolerances and limits of the steps of an adaptive solver, in its unit of time.
struct StepControl {
  double rtol, atol;       ///< tolerances of the estimated error of a step
  double max_step = 0;     ///< largest step; 0: no limit
  double first_step = 0;   ///< first step; 0: the choice of the solver
  bool is_abrupt = false;  ///< the equations may change between the points that a step looks at
};

/// A solver that is advanced from node to node. Its own time begins at 0 and grows. Not copyable;
/// steps do not allocate.
template <class S>
class StartedSolver {
 public:
  virtual ~StartedSolver() = default;
  /// Advances to the node at its time `end`; a method with fixed steps takes its step. Returns
  /// false on failure, or where `after_step` says so; `reason` then says why.
  /// @param stops  no step looks beyond `end`
  virtual bool advance(S end, bool stops = false) = 0;
  /// Moves a method with fixed steps to the time t and the state y: the next step has the
  /// length h. Other solvers ignore it.
  virtual void place(S const& /*t*/, S const& /*h*/, std::vector<S> const& /*y*/) {}
  /// Adaptive solvers that allow it call the function after each of their steps.
  virtual void change_after_steps(ChangeState<S> change) { change_ = std::move(change); }
  /// Function that adaptive solvers call after each of their steps, with the ends of the step. It
  /// returns false to stop the solver there.
  std::function<bool(S from, S to)> after_step;
  /// Computes the state at a time within the last step, at the tolerance of the solver: by dense
  /// output, or by an integration from the beginning of that step. Needs `after_step`.
  virtual void state_at(S /*t*/, std::vector<S>& /*y*/) {}
  std::vector<S> y, ydot;  ///< at the node; ydot only where the solver has it
  long solver_steps = 0;   ///< internal steps
  S reached = S(0);        ///< time of the last internal step
  /// The solver's own count of equation evaluations, for steps and for difference Jacobians, and of
  /// iterations of its Newton method; zero where a solver is explicit.
  long step_residuals = 0, jacobian_residuals = 0, jacobian_evaluations = 0;
  long newton_iterations = 0;
  std::string reason;
  bool slides = false;  ///< it failed because both sides of a switching surface lead back to it

 protected:
  /// Changes y after a step that ends at t. Returns false, with a reason, if that is impossible.
  bool change(S const& t, S* state) {
    return !change_ || change_(t, state) || fail("the state after a step cannot be projected");
  }
  /// Takes down why the solver fails. Returns false.
  bool fail(std::string why) {
    reason = std::move(why);
    return false;
  }
  ChangeState<S> change_;
};

/// A method with fixed steps: its step begins at the time t_, at the state y, and has the length
/// h_.
template <class S>
class FixedSteps : public StartedSolver<S> {
 public:
  void place(S const& t, S const& h, std::vector<S> const& y) override {
    t_ = t;
    h_ = h;
    std::copy(y.begin(), y.end(), this->y.begin());
  }

 protected:
  /// Counts a step whose end is in y. Returns true.
  bool finish_step() {
    ++this->solver_steps;
    this->reached = t_ + h_;
    return true;
  }
  S t_ = S(0), h_ = S(0);
};

/// Boost.Odeint, fixed step: classical Runge-Kutta of order 4.
template <class S>
std::unique_ptr<StartedSolver<S>> odeint_rk4_solver(OdeFunction<S> f, std::vector<S> y0);
/// Implicit midpoint rule, fixed step (ours): y1 = y0 + h f(t0 + h/2, (y0 + y1)/2).
template <class S>
std::unique_ptr<StartedSolver<S>> implicit_midpoint_solver(OdeFunction<S> f, std::vector<S> y0);
/// Boost.Odeint, adaptive: Dormand-Prince 5(4) with dense output. If states change after steps,
/// steps end at every node.
std::unique_ptr<StartedSolver<double>> odeint_dopri5_solver(OdeFunction<double> f,
                                                            std::vector<double> y0, double h,
                                                            StepControl const& control);
/// Boost.Odeint, adaptive, ending at every node: Runge-Kutta-Fehlberg 7(8), Bulirsch-Stoer. On
/// abrupt equations a step of the former must agree with two of half its length.
std::unique_ptr<StartedSolver<double>> odeint_rkf78_solver(OdeFunction<double> f,
                                                           std::vector<double> y0, double h,
                                                           StepControl const& control);
std::unique_ptr<StartedSolver<double>> odeint_bulirsch_stoer_solver(OdeFunction<double> f,
                                                                    std::vector<double> y0,
                                                                    double h,
                                                                    StepControl const& control);

/// SUNDIALS ARKODE, adaptive: explicit Runge-Kutta, Fehlberg's table of 13 stages and order 8. On
/// abrupt equations a step must agree with two of half its length.
std::unique_ptr<StartedSolver<double>> arkode_erk_solver(OdeFunction<double> f,
                                                         std::vector<double> y0,
                                                         StepControl const& control);
/// SUNDIALS CVODE, adaptive: a linear multistep family with dense direct solver and
/// difference-quotient Jacobian.
enum class Multistep { adams, bdf };
std::unique_ptr<StartedSolver<double>> cvode_solver(Multistep family, OdeFunction<double> f,
                                                    std::vector<double> y0,
                                                    StepControl const& control);

/// F(t, y, y') = 0 with consistent y0, ydot0. `differential` marks the components that carry a
/// derivative; others may be left out of the error test.
struct Dae {
  std::vector<double> y0, ydot0;
  std::vector<bool> differential;
  std::function<void(double t, double const* y, double const* ydot, double* residual)> residual;
};
/// SUNDIALS IDA: variable-order BDF, dense direct solver, difference-quotient Jacobian.
std::unique_ptr<StartedSolver<double>> ida_solver(Dae dae, StepControl const& control,
                                                  bool test_algebraic);
/// Radau IIA of order 5 (ours, after Hairer & Wanner 1996, IV.8) for F that is linear in y'. If
/// states change after steps, steps end at every node.
std::unique_ptr<StartedSolver<double>> radau_solver(Dae dae, double h, StepControl const& control,
                                                    bool test_algebraic);
/// Numerical differentiation formulas (ours, after Shampine & Reichelt 1997) for equations that are
/// semi-explicit: F = E y' - f(t, y) with E the diagonal of `differential`.
std::unique_ptr<StartedSolver<double>> ndf_solver(Dae dae, double h, StepControl const& control,
                                                  bool test_algebraic);

}  // namespace rattleback
