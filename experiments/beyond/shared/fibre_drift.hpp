#pragma once
// Energy of the fibre in long runs on the two transmissions.

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/matrix.hpp"

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

/// Drift of the fibre's energy E: log E has a trend larger than its oscillation amplitude.
struct Drift {
  Mark mark = Mark::bounded;
  double rate = 0, ripple = 0;  ///< trend of log E
  double first = 0, last = 0;   ///< mean of E - E(0) over the first and the last tenth of the run
  double slope = 0;             ///< slope over time of the means of ten blocks of E
  std::vector<double> times, energy;  ///< values at the recorded nodes
};

/// Executes the run. The rates of a failed run are NaN.
Drift fibre_drift(Study& study, Run const& run);

}  // namespace rattleback::beyond
