#pragma once
// Formulas of section 5 as they are printed and as they should read, side by side.

#include <string>
#include <vector>

#include "experiments/core/experiment.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

/// The defects of one formula as printed and as corrected, and where a control needs it of the
/// corrected one with one more change.
struct Readings {
  double printed, corrected, changed = 0;
};

/// E7: largest entry of D^T J D - J, h = 0.1: the better and the worse of the two printed Euler
/// methods, the worse of the two corrected ones.
struct Symplecticity {
  double better_printed, worse_printed, corrected;
};
Symplecticity symplecticity();

/// E7: largest distance of the free Euler methods from the discrete flows of (10) after a step of
/// 0.1; changed: the smallest distance of the corrected methods from each other's flows.
Readings distance_from_flow();

/// Errors of the free Euler methods in (q, p) at t = 2, and of the composition of both.
struct FreeEulerErrors {
  std::string reading, method;  ///< reading: empty for the composition
  Table errors;                 ///< h, error
};
std::vector<FreeEulerErrors> free_euler_errors();

/// E7/remark: the first line of remark 5.1 along a run of RATTLE, h = 0.1: rest over h^2.
Readings shake_line();

/// E8/display: the display after (23c), for one step of Euler B with -h: rest of the equation;
/// changed: the other sign of the reaction.
Readings display_after_23c();

/// E10: a double step of the free Euler methods and the scheme that remark 5.5 prints;
/// changed: h in place of h/2.
Readings order_of_composition();

}  // namespace rattleback::ferraro_jimenez_martin_2015
