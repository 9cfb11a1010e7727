#pragma once
// Lyapunov exponents of long orbits: threshold of chaos.

#include <cmath>

namespace rattleback {

/// Returns the exponent above which an orbit of that length counts as chaotic: three times
/// log(time)/time, which is about the exponent of a regular orbit.
inline double chaos_threshold(double time) { return 3 * std::log(time) / time; }

}  // namespace rattleback
