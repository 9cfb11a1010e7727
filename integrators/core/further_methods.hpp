#pragma once
// Methods beside those of the catalogue: where the registry looks an unknown name up.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/registry.hpp"

namespace rattleback {

/// Where a catalogued problem is defined: its class template over the number type, and its header.
struct ProblemSource {
  std::string id, type, header;
};
/// All problems of the catalogue.
std::vector<ProblemSource> const& problem_sources();

/// Further methods on a problem that `name` may be among; null where the name means none. What it
/// returns must live until the end of the process. May throw Misuse and FileFailure.
using FurtherMethods =
    std::function<MethodEntries const*(ProblemEntry const& problem, std::string const& name)>;
/// From now on the registry asks `source` for names that the catalogue does not have. To be called
/// once, before threads look methods up.
void look_up_further_methods(FurtherMethods source);

}  // namespace rattleback
