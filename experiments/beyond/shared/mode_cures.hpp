#pragma once
// Parts of the study of the parasitic mode: methods without the mode, and cures.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures long runs of GNI on neutral systems (PM-13), and of methods without a mode on systems
/// on which GNI fails (PM-14).
void find_controls(Study& study);
/// Measures the growth on the rolling disk and the top (PM-25).
void find_bounded_growth(Study& study);
/// Measures cures that fail (PM-15).
void find_failing_cures(Study& study);
/// Measures the equal-norm step over T = 2000: energies (PM-16), the tori a2 and a3 (PM-17, PM-23),
/// reversibility (PM-18), volume (PM-19), position errors (PM-20), iterations (PM-21). Tables
/// energies and cost.
void find_equal_norm(Study& study);
/// Computes GNI and the extended field after the loss of the motion. Table extended.
void draw_extended_field(Study& study);

}  // namespace rattleback::beyond
