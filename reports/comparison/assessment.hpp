// Assessment of one method on one problem: the cells of the comparison matrix.
#pragma once

#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Rules by which promises are assessed, as printed on the pages.
extern char const* const assessment_rules;

enum class CellStatus { absent, refused, failed, lost, broken, kept, ran };

/// Cell of the matrix: assessment of one method on one problem.
struct Cell {
  CellStatus status = CellStatus::absent;
  std::string mark;                             ///< one character, distinct without colour
  std::string kind;                             ///< class in the style sheet
  std::string words;                            ///< assessment as text
  std::vector<std::string> kept, broken, open;  ///< promises; open: not measured
  std::string order;                            ///< observed order; empty if not measured
  std::string energy;                           ///< class of the energy error as text
  /// Decimal exponent of the relative energy error and sign of its class; "E" if exact.
  std::string energy_sign;
};

/// Returns the assessment of `method`; null means that the problem's file lacks the method.
Cell assess(MethodResult const* method);

/// Entry of a legend: mark, style and meaning.
struct Symbol {
  char const* mark;
  char const* kind;
  char const* meaning;
};
extern std::vector<Symbol> const status_symbols;
extern std::vector<Symbol> const energy_symbols;

}  // namespace rattleback::reports
