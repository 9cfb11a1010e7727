#pragma once
// Motions by their Taylor series in quad precision.

#include "integrators/core/run/reference.hpp"
#include "problems/text/series/series.hpp"

namespace rattleback {

/// States of a motion with the error that its derivative shows.
struct SummedSeries {
  std::vector<std::vector<Quad>> states;
  /// Sum over the steps of the error of the state that belongs to the largest difference of y' and
  /// f at the ends of 32 parts of each step.
  Quad error = 0;
};

/// Returns y at each of the times (ascending, >= 0), by Taylor series of a relative and absolute
/// tolerance; nothing where their steps vanish or the equations are singular: extrapolation may
/// pass such a point.
/// @param ode     start, steps, and f from formulas that the series does not solve
/// @param series  y' = f
std::optional<SummedSeries> sum_series(QuadOde const& ode, text::Series<Quad>& series,
                                       std::vector<Quad> const& times, Quad tolerance);

}  // namespace rattleback
