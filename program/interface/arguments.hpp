#pragma once
// Parsers of arguments that several commands share.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/interface/command_line.hpp"

namespace rattleback {

/// Parses `--set parameter=value`... Throws InvalidInput on invalid numbers and repeated
/// parameters.
std::vector<std::pair<std::string, RawQuad>> parse_parameters(
    std::vector<std::string> const& texts);

/// Parses `--option name=value`...
std::vector<std::pair<std::string, std::string>> parse_options(
    std::vector<std::string> const& texts);

/// Parses `--section component=value` and `--crossing up|down|both` (default up).
Section parse_section(std::string const& text, std::optional<std::string> const& crossing);

/// Returns round(|T - T0|/H). Throws InvalidInput if the number is less than 1 or too large.
long steps_until(RawQuad from, RawQuad until, RawQuad step);

/// Problem, `--case` and `--set`, as typed.
struct ProblemArguments {
  std::string problem;
  std::optional<std::string> case_name;
  std::vector<std::string> parameters;

  /// Declares --case and --set.
  void declare(OptionList& list);
  /// Declares the problem, too.
  void declare_all(Verb& verb);
  /// Returns case and parameters. Throws InvalidInput if they are invalid.
  Setting setting() const;
};

/// Returns the command `run` of a method with steps of `spec.step` up to `until`, as typed in a
/// shell. Of `spec`, it takes the start, the options and the step.
std::string run_command(ProblemArguments const& of, std::string const& method, RunSpec const& spec,
                        double until);

/// Parses `--steps-per-unit A,B,C,D,..`: at least four numbers, increasing.
std::vector<long> parse_steps_per_unit(std::string const& text);

/// Returns the method of that id. Throws InvalidInput with the reason if it does not apply to the
/// problem.
MethodEntry const& applicable_method(ProblemEntry const& problem, std::string const& id);

/// Returns the ids of the methods that apply to the problem.
std::vector<std::string> applicable_ids(ProblemEntry const& problem);

/// Returns the number of threads that the processor runs at once.
int all_threads();

/// Parses `--threads`: a whole number >= 1; by default all threads.
int parse_threads(std::optional<std::string> const& text);

}  // namespace rattleback
