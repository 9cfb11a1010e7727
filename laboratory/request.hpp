#pragma once
// Fields of a request.

#include <nlohmann/json.hpp>
#include <string>

#include "integrators/core/registry/registry.hpp"

namespace rattleback::laboratory {

/// Returns the text of a field; empty if it is absent or null. Throws InvalidInput if it is not a
/// text.
std::string text_of(nlohmann::json const& request, char const* field);

/// Returns the specification of a run: `case`, `parameters`, `q`, `v`, `options`, `start`, `step`,
/// `steps`, `every`, `section`. Throws InvalidInput on values that are not allowed.
RunSpec spec_of(nlohmann::json const& request, ProblemCard const& problem);

}  // namespace rattleback::laboratory
