#pragma once
// Reference motion at all times, with a known error.

#include <functional>
#include <optional>
#include <string>

#include "experiments/choose/motion_table.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Quantity whose error is measured.
enum class Quantity { positions, velocities, energy };

char const* name_of(Quantity quantity);

/// Throws TimeIsOver once the clock has passed `deadline`, and Interrupted.
using LookAtClock = std::function<void(double deadline)>;

struct ReferenceMotion {
  MotionTable motion;
  std::string by;                ///< solvers or formulations that agree on it, as text
  bool certified = false;        ///< true if two formulations in quad precision agree
  std::optional<double> digits;  ///< number of digits to which they agree
  double error = 0;  ///< bound of the error of the table's rows, as far as they were compared
  double interpolation_error = 0;  ///< bound of the error between rows
  std::string ends_because;        ///< reason if it ends before the requested time; else empty
  double energy = 0;               ///< H at the start
  double energy_scale = 0;         ///< largest kinetic energy of the motion
  bool constant_energy = true;     ///< false: a drift of affine constraints does work

  double end() const { return motion.end(); }
};

struct ReferenceSpec {
  Setting setting;
  double until = 0;
  double error = 0;  ///< rows and interpolation must be accurate to a hundredth of it
  Quantity quantity = Quantity::positions;
  double deadline = 0;
};

/// The certified reference at up to some hundred times, with a solver at 1e-12 between them that is
/// within error/100 of it; the certified reference at all times where the solver is not; where the
/// certified one would take too long, two solvers at 1e-12 that agree to error/100. It ends where
/// that no longer holds. The energy needs no reference where it is constant: then only its scale is
/// computed.
/// Throws InvalidInput where not even the first twenty rows hold.
ReferenceMotion reference_motion(ProblemEntry const& problem, ReferenceSpec const& spec,
                                 std::function<double()> const& now, LookAtClock const& look);

}  // namespace rattleback
