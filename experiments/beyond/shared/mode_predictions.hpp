#pragma once
// Parts of the study of the parasitic mode: the law against runs.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Growth on the cases of mode_cases() (PM-01), of every case of the catalogue by every method
/// (PM-02), and neutral cases (PM-03). Tables growth and rates.
void find_growth(Study& study);
/// Trust times (PM-04), delays (PM-05, PM-06), orders of starts (PM-07), the loop of the sleigh
/// (PM-08). Table trust.
void find_trust_times(Study& study);
/// Trust times of every case of the catalogue by every method with a symmetric free step (PM-24).
/// Table trust_everywhere.
void find_trust_everywhere(Study& study);
/// Trust times on the rattleback (PM-09).
void find_rattleback(Study& study);
/// The law of the trace with the Riemannian volume (PM-10) and without it (PM-11).
void find_trace(Study& study);
/// GNI with a finite flipped part against the extended field (PM-12). Table extended.
void find_extended_field(Study& study);
/// The mode on the snakeboard. Table snakeboard.
void draw_snakeboard(Study& study);

}  // namespace rattleback::beyond
