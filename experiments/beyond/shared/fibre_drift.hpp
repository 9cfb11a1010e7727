#pragma once
// How the energy of the fibre behaves in a long run on the two transmissions.

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/matrix.hpp"

namespace rattleback::beyond {

/// One column of the matrix: a case of a problem, run one way or the other.
struct Column {
  std::string problem, case_name;
  bool reversed = false;  ///< from the start with -v
  bool symmetric_torus;   ///< some reversing map takes the torus of the orbit to itself
  std::string label;
};

/// All cases of both problems both ways, those with a protected torus first.
std::vector<Column> const& columns();

/// Of the run: `reversed` gives it the velocity -v.
Run run_on(Column const& column, RawQuad step, long steps, long every);

/// A drift is what moves log E by more in the whole run than it swings.
struct Drift {
  Mark mark = Mark::bounded;
  double rate = 0, ripple = 0;        ///< the trend of log E
  double first = 0, last = 0;         ///< mean of E - E(0) over the first and the last tenth
  double slope = 0;                   ///< of the means of ten blocks of E over time
  std::vector<double> times, energy;  ///< at the kept nodes
};

/// Executes the run. One that fails has rates that are not numbers.
Drift fibre_drift(Study& study, Run const& run);

}  // namespace rattleback::beyond
