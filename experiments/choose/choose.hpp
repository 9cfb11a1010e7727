#pragma once
// Choice of the cheapest method, and of its step, for an accuracy on a problem.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/choose/reference_motion.hpp"
#include "experiments/choose/search.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

struct ChooseSpec {
  Setting setting;   ///< case and parameters
  double until = 0;  ///< T
  double error = 0;  ///< E: largest of the components at any node, absolute; of the energy,
                     ///< relative to the largest kinetic energy of the motion on [0, T]
  Quantity quantity = Quantity::positions;
  double limit = 10;  ///< time limit of the whole search, in seconds
};

struct MethodChoice {
  std::string problem;
  ChooseSpec spec;  ///< the request
  ReferenceMotion reference;
  double until = 0;  ///< end of the comparison: T, or the end of the reference if that is earlier
  SearchResult result;

  double step(Found const& found) const { return until / double(found.rung.steps); }
};

/// Compares all methods that apply, in all their forms, with the start that promises most, and
/// their compositions of orders 4 and 6. A step is T/N, N on a ladder of the factor 2^(1/4), a
/// tolerance a power of ten; it is the largest one whose error stays below E at every node up to T,
/// and at the next two finer ones, while the next coarser one does not.
/// @param progress  fraction of the limit that has passed. It may throw Interrupted, which ends the
///                  search: what has been found until then is returned, unless there is no
///                  reference yet, when Interrupted is thrown.
/// Throws InvalidInput if a number is not finite or not > 0, or if there is no reference.
MethodChoice choose(ProblemEntry const& problem, ChooseSpec const& spec,
                    std::function<void(double)> const& progress);

/// Returns the methods that are compared, and the others with the reason.
std::vector<MethodVariant> contenders_on(ProblemEntry const& problem, Quantity quantity);

/// Returns the functions that run a contender on a problem against the reference up to `until`.
/// @param look  called often; throws TimeIsOver when the clock passes its argument, and Interrupted
Laboratory laboratory_on(ProblemEntry const& problem, ChooseSpec const& spec,
                         ReferenceMotion const& reference, double until,
                         std::function<double()> now, std::function<void(double)> progress);

/// Sentences: the answer; what to take if the energy must not drift; what was excluded and why.
std::string answer_of(MethodChoice const& choice);
std::string energy_answer_of(MethodChoice const& choice);
std::string exclusions_of(MethodChoice const& choice);

}  // namespace rattleback
