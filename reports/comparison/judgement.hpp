// What a cell of the comparison says: whether a method keeps its promises on a problem.
#pragma once

#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// The rules by which promises are judged, as the pages print them.
extern char const* const promise_rules;

enum class CellStanding { absent, refused, failed, lost, broken, kept, ran };

/// One method on one problem at a glance.
struct Cell {
  CellStanding standing = CellStanding::absent;
  std::string mark;                             ///< one sign, tellable apart without colour
  std::string kind;                             ///< the name of its style
  std::string words;                            ///< the standing in words
  std::vector<std::string> kept, broken, open;  ///< the promises; open: not measured
  std::string order;                            ///< observed; empty when not measured
  std::string energy;                           ///< class of the energy error in words
  /// Decades of the energy error over its scale and the sign of its trend; "E" for an exact one.
  std::string energy_sign;
};

/// Judges `method`, which is null when the problem's file does not have it.
Cell judge(MethodResult const* method);

/// An entry of the legend: sign, style and meaning.
struct Sign {
  char const* mark;
  char const* kind;
  char const* meaning;
};
extern std::vector<Sign> const standing_signs;
extern std::vector<Sign> const energy_signs;

}  // namespace rattleback::reports
