#pragma once
// Formulas of section 5 in printed and corrected form.

#include <string>
#include <vector>

#include "experiments/core/experiment.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

/// Defects of a formula as printed and as corrected and, if a control requires it, of the corrected
/// formula with one more change.
struct Readings {
  double printed, corrected, changed = 0;
};

/// E7: largest entry of D^T J D - J, h = 0.1, for the better and the worse of the two printed Euler
/// methods, and for the worse of the two corrected methods.
struct Symplecticity {
  double better_printed, worse_printed, corrected;
};
Symplecticity symplecticity();

/// E7: largest distance of the free Euler methods from the discrete flows of (10) after a step of
/// 0.1; changed: smallest distance of each corrected method from the flow of the other one.
Readings distance_from_flow();

/// Errors of the free Euler methods and of their composition in (q, p) at t = 2.
struct FreeEulerErrors {
  std::string reading, method;  ///< reading: empty for the composition
  Table errors;                 ///< columns h, error
};
std::vector<FreeEulerErrors> free_euler_errors();

/// E7/remark: residual of the first line of remark 5.1 at nodes of (9) for (16), h = 0.1, over h^2.
Readings shake_line();

/// E8/display: residual of the display after (23c) for one step of Euler B with -h; changed: the
/// other sign of the reaction.
Readings display_after_23c();

/// E10: orders of a double step of the free Euler methods and of the scheme printed in remark 5.5;
/// changed: h in place of h/2.
Readings order_of_composition();

}  // namespace rattleback::ferraro_jimenez_martin_2015
