#pragma once

#include "integrators/baselines/step_control.hpp"

namespace rattleback {

/// The numerical differentiation formulas of Shampine & Reichelt 1997 in the semi-explicit forms
/// ode and index1: variable order 1 to 5, as MATLAB's ode15s runs them. The step h is the output
/// interval.
struct Ndf : StepOptions {
  Form form = Form::ode;
  ErrorTest error_test = ErrorTest::all;

  static std::vector<Option> options() {
    auto all = step_options<Ndf>();
    all.insert(all.begin(),
               {form_option<Ndf>({Form::ode, Form::index1}), error_test_option<Ndf>()});
    return all;
  }
  static MethodCard card() {
    return {.id = "ndf",
            .name = "Numerical differentiation formulas of variable order (as in ode15s)",
            .equations = "E y' = f(y) in the form ode (E = 1) or index1 (E singular)",
            .source = "Shampine & Reichelt 1997, The MATLAB ODE Suite, section 2",
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .baseline = true};
  }

  std::unique_ptr<StartedSolver<double>> solver(SolverEquations<double> const& equations,
                                                std::vector<double> const& y0, double h) const {
    return ndf_solver(equations.formulated(y0, {form}), checked_interval(h), control(equations),
                      error_test == ErrorTest::all);
  }
};

}  // namespace rattleback
