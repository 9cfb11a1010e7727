#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/invalid_input.hpp"
#include "integrators/core/solvers/library_solvers.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

/// Internal steps that an adaptive solver may take between two nodes. More is a failure, and gets
/// recorded: what a drifting solution costs would know no end.
inline constexpr long most_steps = 20000;
inline std::string too_many_steps() {
  return "more than " + std::to_string(most_steps) + " steps in one output interval";
}

/// Why an implicit step fails, as short as it may be. @param finite  the last iterate is finite
inline std::string reason_of_newton(bool finite, double step) {
  return finite
             ? fmt::format("Newton's method does not converge at the smallest step, {:.1e}", step)
             : "the equations are not finite or have a singular Jacobian, at any step";
}

/// Least relative tolerance, and least part of the time as a step: less is lost in rounding.
template <class S>
inline constexpr double least_of_rounding = sizeof(S) > sizeof(double) ? 1e-32 : 1e-14;

/// Returns the largest difference of two states, relative to the tolerances (at least rounding).
template <class S>
S difference_in_tolerances(std::vector<S> const& y, S const* other, StepControl const& control) {
  using std::abs;
  S const rtol(std::max(control.rtol, least_of_rounding<S>));
  S largest(0);
  for (std::size_t i = 0; i < y.size(); ++i)
    largest = larger_or_nan(largest,
                            S(abs(S(y[i] - other[i]))) / (S(control.atol) + rtol * S(abs(y[i]))));
  return largest;
}

/// Returns the first step of a solver that does not choose it.
inline double first_step(double interval, StepControl const& control) {
  return control.first_step > 0 ? control.first_step : std::min(interval, 1e-2);
}

/// The output interval h of an adaptive solver. Throws InvalidInput outside of [1e-100, 1e15]:
/// products of smaller numbers underflow within the libraries, later times do not resolve a step of
/// 1, and some solvers report success with a state of zeros.
inline double checked_interval(double h) {
  if (!(h >= 1e-100 && h <= 1e15))
    throw InvalidInput(fmt::format(
        "the output interval of an adaptive solver must be from 1e-100 to 1e15, not {}", h));
  return h;
}

}  // namespace rattleback
