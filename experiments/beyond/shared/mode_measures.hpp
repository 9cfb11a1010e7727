#pragma once
// Measurements of the study of the parasitic mode.

#include <optional>
#include <string>
#include <vector>

#include "experiments/core/experiment.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback::beyond {

/// Case on which a method that reflects momenta is run.
struct ModeCase {
  char const *problem, *case_name, *method;
  std::vector<double> times;
};

/// Returns the cases with known growth; `times` are in units of the problem's time.
std::vector<ModeCase> const& mode_cases();

/// Case of a problem, and a method on it.
struct Pair {
  char const *problem, *case_name, *method = "";
};

Setting setting_of(std::string const& case_name);
/// Returns the run of a method to the time `until`, with a starting procedure (empty: the default).
/// @param every  number of steps between recorded nodes; 0: first and last node only
Run mode_run(Pair const& pair, RawQuad step, double until, long every = 1,
             std::string const& start = "");

/// Returns the sizes |d|_W of the alternating part in runs that end at the given times.
std::vector<double> mode_sizes(Study& study, Run const& run, std::vector<double> const& times);

/// Trust time of a run, predicted and measured: the first time at which the energy error exceeds a
/// hundredth of the energy scale.
struct TrustTimes {
  std::optional<double> predicted, measured;
  double relative_difference() const;  ///< NaN if one of them is missing
  /// Returns both times with a text between them; "none" for a missing time.
  std::string words(std::string const& between) const;
};
TrustTimes trust_times(Study& study, Run const& run, double energy_scale, ModeGrowth const& growth);

}  // namespace rattleback::beyond
