#pragma once
// Lookup of problems and methods that are not in the catalogue, for names that the registry does
// not know.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "problems/text/classes/problem_class.hpp"

namespace rattleback {

/// Definition of a problem: its class template over the number type, and its header.
struct ProblemSource {
  std::string id, type, header;
};
/// All problems of the catalogue.
std::vector<ProblemSource> const& problem_sources();

/// Further methods on a problem that `name` may be among; null where the name means none. What it
/// returns must live until the command has ended. May throw InvalidInput and IoError.
using MethodPlugins =
    std::function<MethodEntries const*(ProblemEntry const& problem, std::string const& name)>;
/// Function that returns the problem of that name, or null.
using ProblemPlugins = std::function<ProblemEntry const*(std::string const& name)>;

/// From now on the registry asks for names that the catalogue does not have. To be called once,
/// before threads look names up.
void register_plugin_lookup(MethodPlugins methods, ProblemPlugins problems);

}  // namespace rattleback
