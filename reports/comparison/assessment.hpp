// Assessment of one method on one problem: the cells of the comparison matrix.
#pragma once

#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Rules by which promises are assessed, as printed on the pages.
extern char const* const assessment_rules;

/// Cell of the matrix: assessment of one method on one problem.
struct Cell {
  /// Class in the style sheet: refused, failed, lost, broken, kept or ran.
  std::string kind = "refused";
  std::string mark;                       ///< one character, distinct without colour
  std::string words;                      ///< assessment as text
  std::vector<std::string> kept, broken;  ///< measured promises
  std::string order;                      ///< observed order; empty if not measured
  std::string energy;                     ///< class of the energy error as text
};

Cell assess(MethodResult const& method);

/// True if the method solves no nonlinear equations on most problems without drive: its work per
/// step does not depend on the step size; an adaptive method makes no Newton iterations.
bool is_explicit(std::vector<ProblemResult> const& problems, std::string const& method);

}  // namespace rattleback::reports
