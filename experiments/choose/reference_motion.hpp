#pragma once
// Reference motions at all times, with a known error.

#include <functional>
#include <optional>
#include <string>

#include "experiments/choose/motion_table.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Quantity whose error is measured.
enum class Quantity { positions, velocities, energy };

char const* name_of(Quantity quantity);

/// Reports progress. Throws TimeIsOver once the clock has passed `deadline`; may throw Interrupted.
using LookAtClock = std::function<void(double deadline)>;

struct ReferenceMotion {
  MotionTable motion;
  std::string by;  ///< solvers or formulations that agree on the motion, as text
  /// Number of digits to which two formulations in quad precision agree; none if solvers do.
  std::optional<double> digits;
  double error = 0;                ///< bound of the error of the table's rows, on the compared part
  double interpolation_error = 0;  ///< bound of the error between rows
  std::string ends_because;     ///< reason if the motion ends before the requested time; else empty
  double energy = 0;            ///< H at the initial condition
  double energy_scale = 0;      ///< largest kinetic energy of the motion
  bool constant_energy = true;  ///< false if the affine term of the constraints does work
};

struct ChooseSpec;

/// Computes the reference motion with errors of at most error/100, within a fifth of the limit, by
/// the first of:
/// (a) a solver at 1e-12, within error/100 of the certified reference at some hundred times;
/// (b) the certified reference at all times, if the solver deviates by more;
/// (c) two solvers at 1e-12 that agree to error/100, if the certified reference would take too
/// long.
/// The motion ends at the first time at which this fails. A constant energy needs no reference:
/// only its scale is computed. Throws InvalidInput if fewer than twenty rows are accurate.
ReferenceMotion reference_motion(ProblemEntry const& problem, ChooseSpec const& spec,
                                 std::function<double()> const& now, LookAtClock const& look);

}  // namespace rattleback
