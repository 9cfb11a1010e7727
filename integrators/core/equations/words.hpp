#pragma once
// The formulas of a problem and its equations of motion as texts, from what was recorded.

#include <string>
#include <vector>

#include "integrators/core/equations/structure.hpp"

namespace rattleback {

struct EquationTexts {
  std::string lagrangian;
  std::vector<std::string> constraints;  ///< "A v - eta = 0", one for each constraint
  /// Rows of M v' = F + A^T lambda, with F the right-hand side of (a) of mechanics/terms.hpp. A
  /// prime is the derivative in time. Then what the rows abbreviate, "s1 = ...".
  std::vector<std::string> motion;
  std::vector<std::string> forces;  ///< "on vx: -c vx", without those that vanish
};

/// @param parameters  their names
EquationTexts equation_texts(RecordedFormulas formulas, FormulaNames const& names,
                             std::vector<std::string> const& parameters);

}  // namespace rattleback
