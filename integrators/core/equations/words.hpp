#pragma once
// Formulas, equations of motion and matrices of a problem as texts, from the recorded formulas.

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
  /// Rows of the mass matrix M, entries separated by " & ". Then the abbreviations of the rows.
  std::vector<std::string> mass_matrix;
  /// Rows of the constraint matrix A, one for each constraint, written as those of M.
  std::vector<std::string> constraint_matrix;
  std::vector<std::string> forces;  ///< "on vx: -c vx", without those that vanish
};

/// @param parameters  their names
EquationTexts equation_texts(RecordedFormulas formulas, FormulaNames const& names,
                             std::vector<std::string> const& parameters);

}  // namespace rattleback
