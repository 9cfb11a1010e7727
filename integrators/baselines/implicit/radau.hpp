#pragma once

#include "integrators/baselines/step_control.hpp"

namespace rattleback {

/// Radau IIA of order 5 with error control on the derived equations in any of the forms of
/// solver_equations.hpp. The step h is the output interval.
struct Radau : StepOptions {
  static constexpr bool changes_after_steps = true;
  Form form = Form::integrated_multiplier;
  Positions positions = Positions::differentiated;
  ErrorTest error_test = ErrorTest::differential;

  static std::vector<Option> options() {
    auto all = step_options<Radau>();
    all.insert(all.begin(),
               {form_option<Radau>({Form::ode, Form::index1, Form::index1_acceleration,
                                    Form::index2, Form::stabilised, Form::integrated_multiplier}),
                positions_option<Radau>(), error_test_option<Radau>()});
    return all;
  }
  static MethodCard card() {
    return {
        .id = "radau",
        .name = "Radau IIA of order 5, adaptive",
        .equations =
            "F(t0 + c_i h, Y_i, Y'_i) = 0, Y_i = y0 + h sum_j a_ij Y'_j, i = 1, 2, 3, y1 = Y_3, "
            "in the form ode, index1, index1_acceleration, index2, stabilised or "
            "integrated_multiplier; on position constraints differentiated, of index 3, or "
            "stabilised",
        .source = "Hairer & Wanner 1996, IV.5 and IV.8",
        .applies_to = "every problem, in double precision",
        .starts = {{"plain", 0, 0}},
        .adaptive = true,
        .baseline = true,
        .known_limits = {
            {"The error estimate is of order 3: steps are shorter than those that the error of "
             "order 5 needs, and states between the ends of steps are less accurate.",
             "Hairer & Wanner 1996, IV.8"}}};
  }

  std::unique_ptr<StartedSolver<double>> solver(SolverEquations<double> const& equations,
                                                std::vector<double> const& y0, double h) const {
    return radau_solver(equations.formulated(y0, {form, positions}), checked_interval(h),
                        control(equations), error_test == ErrorTest::all);
  }
};

}  // namespace rattleback
