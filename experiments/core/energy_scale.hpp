#pragma once
// The size of energies: what an energy error is compared with.

#include "integrators/core/registry.hpp"

namespace rattleback {

/// An energy error counts as a lost motion from this fraction of the scale on.
inline constexpr double lost_fraction = 0.1;

/// Largest kinetic energy of the motion from the setting's start, and the interval that it was
/// taken from.
struct EnergyScale {
  double value = 0;  ///< nan where the motion is not known
  double until = 0;  ///< end of the interval [0, until]
  /// Largest |H(t) - H(0)| of the motion itself: rounding, unless affine constraints do work.
  double own_deviation = 0;

  /// True if an energy error counts as a lost motion: above a tenth of the scale, beside what the
  /// motion itself does.
  bool is_lost(double deviation) const { return deviation > lost_fraction * value + own_deviation; }
};

/// The energy scale of a run to time `until`: the largest kinetic energy of the motion on
/// [0, until], or on [0, 1000 units of the problem's time] where that is shorter, at 20 nodes a
/// unit. The motion is that of odeint_dopri5 with tolerance 1e-10; the scale is certified by a
/// second run with 1e-8 that gives the same to a tenth, and unknown otherwise. A motion that ends
/// early gives the scale of the part before. The scale has the unit of energy.
/// Throws Misuse on a setting that makes no sense.
EnergyScale energy_scale(ProblemEntry const& problem, Setting const& setting, double until);

/// The warning about a run whose flipped momentum has grown: above `lost_fraction` of the energy
/// scale and above a hundred times its size at the start. Empty for other runs.
std::string warning_of_flipped_momentum(double initial, double largest, double scale);

}  // namespace rattleback
