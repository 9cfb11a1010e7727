#pragma once
// Measurements of the parasitic mode that the study of it takes.

#include <optional>
#include <string>
#include <vector>

#include "experiments/core/experiment.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback::beyond {

/// Case whose motion is followed by a method that reflects momenta.
struct ModeCase {
  char const *problem, *case_name, *method;
  std::vector<double> times;
};

/// The cases with known growth, at times in units of the problem's time.
std::vector<ModeCase> const& mode_cases();

/// Case of a problem, and a method on it.
struct Pair {
  char const *problem, *case_name, *method = "";
};

Setting setting_of(std::string const& case_name);
/// Run of a method to the time `until`, from a starting procedure (empty: the method's own).
/// @param every  number of steps between recorded nodes; 0: first and last node only
Run mode_run(Pair const& pair, RawQuad step, double until, long every = 1,
             std::string const& start = "");

/// Sizes |d|_W of the alternating part in runs that end at given times.
std::vector<double> mode_sizes(Study& study, Run const& run, std::vector<double> const& times);

/// Trust time of a run, by the formula and as measured: the first time at which the energy is off
/// by a hundredth of the energy scale.
struct TrustTimes {
  std::optional<double> predicted, measured;
  double relative_difference() const;  ///< nan if one of them is missing
  /// Both with a text between them; "none" for one that is missing.
  std::string words(std::string const& between) const;
};
TrustTimes trust_times(Study& study, Run run, double energy_scale, ModeGrowth const& growth);

/// Logarithm of the volume of one step of a map of the constraint manifold, relative to the density
/// (1 + y^2)^(1/2) of contact_oscillator, whose vx = -y vz. By central differences.
double volume_on_contact_oscillator(MethodEntry const& method, RunSpec run,
                                    std::vector<double> const& q, std::vector<double> const& v);

/// Largest departure of (q, v) after `steps` steps, -v, `steps` steps and -v from the start.
double round_trip(Study& study, Run run);

}  // namespace rattleback::beyond
