#pragma once
// Parts of the study of the parasitic mode: what has no mode, and what cures it.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Long runs of GNI on neutral systems (PM-13) and of methods without a mode on systems that lose
/// GNI (PM-14).
void find_controls(Study& study);
/// Growth on the rolling disk and the top (PM-25).
void find_bounded_growth(Study& study);
/// Cures that fail (PM-15).
void find_failing_cures(Study& study);
/// The equal-norm step over T = 2000: energies (PM-16), the tori a2 and a3 (PM-17, PM-23), reversal
/// (PM-18), volume (PM-19), position errors (PM-20), iterations (PM-21). Tables energies and cost.
void find_equal_norm(Study& study);
/// GNI and the extended field after the loss. Table extended.
void draw_extended_field(Study& study);

}  // namespace rattleback::beyond
