#pragma once
// The methods that a study compares: all of the catalogue that apply to a problem, with the
// variants that change their order or what they preserve.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

struct MethodVariant {
  std::string method;
  std::vector<std::pair<std::string, std::string>> options = {};
  std::string label;  ///< method and variant
  bool symmetric = false;
  bool adaptive = false;
  int order = 0;  ///< promised for positions, of the default start; of the variant where known
};

/// Every method that applies to `problem` in catalogue order, a method with stages or forms once
/// for each that the problem allows, and then the compositions of order four and six of those that
/// can be composed.
std::vector<MethodVariant> contenders(std::string const& problem);

/// Solvers get a tolerance that costs about as much as the fixed steps do.
inline constexpr char const* solver_tolerance = "1e-6";

/// The run by a solver with these tolerances.
Run solved(Run run, std::string const& solver, std::string const& tolerance);
/// `run` by the contender.
Run run_by(MethodVariant const& contender, Run run);

/// The label as a picture shows it.
std::string drawn(std::string const& label);

}  // namespace rattleback::beyond
