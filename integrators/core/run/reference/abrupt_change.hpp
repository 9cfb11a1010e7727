#pragma once
// Search for short changes of the accelerations within a step, which the step does not look at.

#include <optional>
#include <vector>

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Distance of the points at which a step is searched, in time scales of the problem. A pulse
/// exp(-((t - a)/w)^2) is found for w >= 2e-5 time scales: a point is within 3.1 w of its middle.
/// Narrower pulses may be missed.
inline constexpr double search_spacing = 1.0 / 8192;

/// Returns the first time between the ends of a step at which fourth differences of the
/// accelerations exceed those of a motion that the step resolves; empty without such a time. The
/// points are on the cubic Hermite interpolant of the step. A step has at most 65536 points.
/// @param t0,t1  ends of the step
/// @param y0,y1  (q, v) at the ends
std::optional<double> abrupt_change(System<double> const& system, double t0,
                                    std::vector<double> const& y0, double t1,
                                    std::vector<double> const& y1);

}  // namespace rattleback
