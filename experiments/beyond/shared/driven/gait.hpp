#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the displacement of two gaits after many periods of the drive: finding DR-14.
void find_gaits(Study& study);

}  // namespace rattleback::beyond
