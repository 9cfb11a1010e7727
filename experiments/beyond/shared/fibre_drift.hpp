#pragma once
// Energy of the fibre in long runs on the two transmissions.

#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Column of the matrix of cells: a case of a problem in one time direction.
struct Column {
  std::string problem, case_name;
  bool reversed = false;  ///< true to start with -v
  bool symmetric_torus;   ///< true if a reversing symmetry maps the torus of the orbit to itself
  std::string label;
};

/// Returns all cases of both problems in both time directions, those with a symmetric torus first.
std::vector<Column> const& columns();

/// Returns the run; with `reversed` its initial velocity is -v.
Run run_on(Column const& column, RawQuad step, long steps, long every);

/// Behaviour of a quantity that the exact motion preserves; `kept`: preserved to rounding.
enum class Mark { bounded, kept, rises, falls, walks, undecided, fails };
char const* name_of(Mark mark);
inline bool drifts(Mark mark) { return mark == Mark::rises || mark == Mark::falls; }

/// Drift of the fibre's energy E: log E has a trend larger than its oscillation amplitude.
struct Drift {
  Mark mark = Mark::fails;
  double rate = std::nan(""), ripple = std::nan("");  ///< trend of log E
  std::vector<double> times, energy;                  ///< values at the recorded nodes
};

/// Executes the run. The rates of a failed run are NaN.
Drift fibre_drift(Study& study, Run const& run);

}  // namespace rattleback::beyond
