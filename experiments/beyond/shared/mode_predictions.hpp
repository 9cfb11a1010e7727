#pragma once
// Parts of the study of the parasitic mode: comparison of the predicted growth with runs.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the growth on the cases of mode_cases() (PM-01), on every case of the catalogue by
/// every method (PM-02), and on neutral cases (PM-03). Tables growth and rates.
void find_growth(Study& study);
/// Measures trust times (PM-04), delays (PM-05, PM-06), orders of starts (PM-07) and the loop of
/// the sleigh (PM-08). Table trust.
void find_trust_times(Study& study);
/// Measures trust times of every case of the catalogue by every method with a symmetric free step
/// (PM-24). Table trust_everywhere.
void find_trust_everywhere(Study& study);
/// Measures trust times on the rattleback (PM-09).
void find_rattleback(Study& study);
/// Tests the law of the trace with the Riemannian volume (PM-10) and without it (PM-11).
void find_trace(Study& study);
/// Compares GNI with a finite flipped part with the extended field (PM-12). Table extended.
void find_extended_field(Study& study);
/// Computes the mode on the snakeboard. Table snakeboard.
void draw_snakeboard(Study& study);

}  // namespace rattleback::beyond
