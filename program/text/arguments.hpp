#pragma once
// What several verbs ask of their arguments.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// `--set parameter=value`... Throws Misuse on bad numbers and on a parameter set twice.
std::vector<std::pair<std::string, RawQuad>> parse_parameters(
    std::vector<std::string> const& texts);

/// `--option name=value`...
std::vector<std::pair<std::string, std::string>> parse_options(
    std::vector<std::string> const& texts);

/// `--section component=value` and `--crossing up|down|both` (default up).
Section parse_section(std::string const& text, std::optional<std::string> const& crossing);

/// round(T/H). Throws Misuse when that is not at least 1 or too large to count.
long steps_until(RawQuad time, RawQuad step);

/// `--steps-per-unit A,B,C,D,..`: at least four, increasing.
std::vector<long> parse_steps_per_unit(std::string const& text);

/// The method of that id. Throws Misuse with the reason when it does not apply to the problem.
MethodEntry const& applicable_method(ProblemEntry const& problem, std::string const& id);

/// Ids of the methods that apply to the problem.
std::vector<std::string> applicable_ids(ProblemEntry const& problem);

/// As many as the processor runs at once.
int all_threads();

/// `--threads`, `--jobs`: a whole number >= 1; without it all threads.
int parse_threads(std::optional<std::string> const& text, std::string const& what);

}  // namespace rattleback
