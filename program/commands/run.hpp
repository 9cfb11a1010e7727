#pragma once
// The command `run` as a function, for the command line and for other languages.

#include <functional>

#include "integrators/core/registry/registry.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/json.hpp"

namespace rattleback {

/// Options of `run`, as texts, which state numbers exactly.
struct RunOptions {
  ProblemArguments of;
  std::string integrator, step;
  std::optional<std::string> steps, from, until, until_event, q, v, q1, start, precision, every,
      measure, output, section, crossing, figure, width;
  std::vector<std::string> options, panels;
  bool multipliers = false, project = false, strict = false, sensitivity = false;
};

/// Declares all options.
void declare_run(OptionList& list, RunOptions& options);

/// Receivers of a run. All are optional.
struct RunReceivers {
  TableSink* table = nullptr;                        ///< nodes or crossings
  std::function<void(double fraction)> progress;     ///< may throw Interrupted
  std::function<void(std::string const&)> warnings;  ///< warnings before the run
};

/// Result of a run.
struct FinishedRun {
  std::function<Json()> json;         ///< returns the object that --json prints
  std::function<std::string()> text;  ///< returns the text that is printed otherwise
  std::vector<std::string> messages;  ///< notes and warnings about the result
  int status = 0;                     ///< exit status
};

/// Runs a method on a problem, both of which must outlive the result; options.of and
/// options.integrator have their names. Writes the files that the options name. Throws InvalidInput
/// and IoError.
FinishedRun run(RunOptions const& options, ProblemEntry const& problem, MethodEntry const& method,
                RunReceivers const& receivers);

}  // namespace rattleback
