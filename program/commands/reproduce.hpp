#pragma once
// What the verbs reproduce and report do once their arguments are understood.

#include <string>
#include <vector>

namespace rattleback {

/// Where results go and where reports look for them unless told otherwise.
inline char const* default_results_folder(bool quick) {
  return quick ? "results/quick" : "results/full";
}

/// What of a run must be as it was accepted.
enum class Strict { nothing, verdicts, everything };

struct ReproduceOptions {
  std::vector<std::string> names;   ///< ids of experiments, each once, in report order; never empty
  bool quick = false;               ///< scaled down
  int jobs = 1;                     ///< threads
  Strict strict = Strict::nothing;  ///< exit status 1 where that is not as it was accepted
  std::string output;               ///< results folder
  std::string accepted = {};        ///< folder with full/ and quick/; empty: the project's own
  std::string command;              ///< to be repeated in a shell
};

/// Computes, judges, draws and reports the experiments. Returns the exit status.
int reproduce(ReproduceOptions const& options);

/// Rewrites the report of a results folder. Returns the exit status.
int report(std::string const& folder);

}  // namespace rattleback
