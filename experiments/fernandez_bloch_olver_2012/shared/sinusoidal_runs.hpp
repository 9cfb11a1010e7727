#pragma once
// The two readings of the step in section 5.2.

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// A step, 200 of which are made: 0.5 as printed, or 0.05.
struct StepReading {
  std::string prefix;
  RawQuad step;

  /// RDLA, HDEL, PTHDEL. With the printed step RDLA has the forces of (22)-(23), which need no
  /// correction, and is the unreduced integrator.
  std::vector<Simulation> runs(Study& study, std::string const& start) const {
    bool const reduced = step == sinusoidal.step;
    std::vector<Simulation> all;
    for (std::string const method : {reduced ? "rdla" : "dla_midpoint", "hdel", "pthdel"})
      all.push_back(
          simulation(study, sinusoidal, run_of(sinusoidal, method, start, step, sinusoidal.steps)));
    return all;
  }
};
inline std::vector<StepReading> const step_readings{{"h = 0.5, ", RawQuad(1) / 2},
                                                    {"h = 0.05, ", sinusoidal.step}};

}  // namespace rattleback::fernandez_bloch_olver_2012
