#pragma once
// Problems and methods beside those of the catalogue: where the registry looks unknown names up.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Where a problem is defined: its class template over the number type, and its header.
struct ProblemSource {
  std::string id, type, header;
};
/// All problems of the catalogue.
std::vector<ProblemSource> const& problem_sources();

/// Further methods on a problem that `name` may be among; null where the name means none. What it
/// returns must live until the command has ended. May throw Misuse and FileFailure.
using FurtherMethods =
    std::function<MethodEntries const*(ProblemEntry const& problem, std::string const& name)>;
/// Likewise a further problem.
using FurtherProblems = std::function<ProblemEntry const*(std::string const& name)>;

/// From now on the registry asks for names that the catalogue does not have. To be called once,
/// before threads look names up.
void look_up_further(FurtherMethods methods, FurtherProblems problems);

}  // namespace rattleback
