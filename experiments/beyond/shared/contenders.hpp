#pragma once
// Method variants that a study compares: all methods of the catalogue that apply to a problem, with
// the options that change their order or what they preserve.

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

struct MethodVariant {
  std::string method;
  std::vector<std::pair<std::string, std::string>> options = {};
  std::string label;  ///< method and variant
  bool symmetric = false;
  bool adaptive = false;
  /// Promised order of positions with the default start; order of the variant if known.
  int order = 0;
};

/// Returns every method that applies to `problem`, in catalogue order, with one entry per number of
/// stages or form that the problem allows, and then the compositions of orders four and six of the
/// methods that can be composed.
std::vector<MethodVariant> contenders(std::string const& problem);

/// Returns `run` by a solver with these tolerances.
Run solved(Run run, std::string const& solver, std::string const& tolerance);
/// Returns `run` by the variant.
Run run_by(MethodVariant const& contender, Run run);

}  // namespace rattleback::beyond
