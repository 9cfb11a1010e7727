#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Measures the displacement of two gaits after many periods of the drive, and the forces with
/// which GNI loses a driven motion: findings DR-14 to DR-18.
void find_gaits(Study& study);

}  // namespace rattleback::beyond
