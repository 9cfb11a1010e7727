#pragma once
// Commands reproduce and report, with parsed arguments.

#include <string>
#include <vector>

namespace rattleback {

/// Returns the default results folder.
inline char const* default_results_folder(bool quick) {
  return quick ? "results/quick" : "results/full";
}

/// Parts of a run that must agree with the accepted run. `everything` includes numbers and curves
/// if the accepted run has them.
enum class Strict { nothing, verdicts, everything };

/// Arguments of reproduce.
struct ReproduceOptions {
  std::vector<std::string> names;   ///< ids of experiments, each once, in report order; never empty
  bool quick = false;               ///< smaller experiments
  int jobs = 1;                     ///< threads
  Strict strict = Strict::nothing;  ///< exit status 1 if these parts differ
  std::string output;               ///< results folder
  std::string accepted = {};        ///< folder with full/ and quick/; empty: the project's own
  std::string command;              ///< command as typed in a shell
};

/// Computes, evaluates, draws and reports the experiments. Returns the exit status.
int reproduce(ReproduceOptions const& options);

/// Rewrites the report of a results folder. Returns the exit status.
int report(std::string const& folder);

}  // namespace rattleback
