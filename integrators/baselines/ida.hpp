#pragma once

#include "integrators/baselines/step_control.hpp"

namespace rattleback {

/// SUNDIALS IDA (variable-order BDF) on the derived equations in any of the forms of
/// solver_equations.hpp. The step h is the output interval.
struct Ida : StepOptions {
  Form form = Form::integrated_multiplier;
  Positions positions = Positions::differentiated;
  ErrorTest error_test = ErrorTest::differential;

  static std::vector<Option> options() {
    auto all = step_options<Ida>();
    all.insert(all.begin(),
               {form_option<Ida>({Form::ode, Form::index1, Form::index1_acceleration, Form::index2,
                                  Form::stabilised, Form::integrated_multiplier}),
                positions_option<Ida>(), error_test_option<Ida>()});
    return all;
  }
  static MethodCard card() {
    return {.id = "ida",
            .name = "Variable-order BDF for differential-algebraic equations (SUNDIALS IDA)",
            .equations =
                "F(y, y') = 0 in the form ode, index1, index1_acceleration, index2, stabilised "
                "(the last two stall at tolerances below about 1e-8) or integrated_multiplier; on "
                "position "
                "constraints differentiated, of index 3, or stabilised",
            .source = "SUNDIALS IDA; Brenan, Campbell & Petzold 1996",
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .baseline = true};
  }

  std::unique_ptr<StartedSolver<double>> solver(SolverEquations<double> const& equations,
                                                std::vector<double> const& y0, double) const {
    return ida_solver(equations.formulated(y0, {form, positions}), control(equations),
                      error_test == ErrorTest::all);
  }
};

}  // namespace rattleback
