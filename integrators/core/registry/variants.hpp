#pragma once
// Variants of a method, named by an expression around its id:
//   compose(METHOD,SCHEME)     symmetric composition of a self-adjoint method, composition.hpp
//   projected(METHOD,TARGET)   velocity projected after each step, projection.hpp
//   feedback(METHOD)           feedback terms in the equations of a solver, options kc and kE
// METHOD may be a variant itself.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Parts of the id of a variant.
struct VariantName {
  std::string kind;      ///< compose, projected or feedback
  std::string inner;     ///< the method inside
  std::string argument;  ///< scheme or target; empty for a feedback, or if it is missing
};

/// Returns the parts of the id, whose blanks do not matter; nothing if it names no variant.
std::optional<VariantName> named_variant(std::string id);

/// Returns the id of the method inside all variants: the id itself if it names no variant.
std::string innermost_method(std::string const& id);

/// Returns true if the id names a projection onto the energy: its energy error is rounding by
/// construction, and says nothing about the motion.
bool projects_energy(std::string const& id);

/// Returns the variant of the method. Throws InvalidInput if it does not exist: an unknown scheme
/// or target, or a method that cannot be composed, projected or given a feedback.
/// @param constant_energy  of the problem, see MethodEntries
MethodEntry variant_of(MethodEntry const& base, VariantName const& name, bool constant_energy);

/// Returns why the method or variant does not run on the problem; empty if it does.
std::string refusal_on(ProblemEntry const& problem, std::string const& id);

/// Returns the card of a variant, from the first problem of the catalogue on which it runs. Throws
/// InvalidInput, with the reason of the last one, if it runs on none.
MethodCard card_of_variant(std::string const& id);

/// Returns the ids of projections and feedbacks that are standard of comparison on the problem.
std::vector<std::string> corrected_baselines(ProblemEntry const& problem);
/// Returns the methods with these ids; without ids all of the problem and its corrected baselines.
std::vector<MethodEntry const*> methods_or_all(ProblemEntry const& problem,
                                               std::vector<std::string> const& ids);

}  // namespace rattleback
