#pragma once
// Search for short changes of the accelerations within a step, which the step does not look at.

#include <optional>
#include <vector>

#include "integrators/core/tables/mechanics.hpp"

namespace rattleback {

/// Distance of the points at which a step is searched, in time scales of the problem: a pulse of
/// time, or of the configuration along the motion, shows up if its width exp(-1/4) of the height to
/// either side is at least an eighth of this distance. Narrower ones may be missed.
inline constexpr double search_spacing = 1.0 / 8192;

/// Returns the first time between two ends of a step at which fourth differences of the
/// accelerations are larger than those of a motion for which the step is small; empty without one.
/// The motion in between is taken as the cubic of Hermite, in double precision.
/// @param t0,t1  the ends
/// @param y0,y1  (q, v) at the ends
std::optional<double> abrupt_change(System<double> const& system, double t0,
                                    std::vector<double> const& y0, double t1,
                                    std::vector<double> const& y1);

}  // namespace rattleback
