#pragma once
// experiments.toml of a paper: what its experiments are called and what their figures show.

#include <string>
#include <string_view>
#include <vector>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// A study as it is compiled: `name` in experiments/PAPER/figures or studies.
struct StudyFunction {
  char const *paper, *name, *source;
  void (*compute)(Study&);
};

/// The text of a paper's experiments.toml.
struct ExperimentsText {
  char const* paper;
  std::string text;
};

struct ExperimentsFile {
  Paper paper;
  std::vector<Experiment> experiments;  ///< in the file's order, which is that of the report
};

/// Throws std::invalid_argument "WHERE: line N: ..." for malformed text, unknown or missing keys,
/// formulas that cannot be read, and where the studies of the file are not those of `functions`.
ExperimentsFile parse_experiments(ExperimentsText const& text, std::string const& where,
                                  std::vector<StudyFunction> const& functions);

/// Throws InvalidInput, with file and line, where a series of the experiment names a table or a
/// column that is not among `tables`: columns by table.
void demand_columns(Experiment const& experiment,
                    std::map<std::string, std::vector<std::string>> const& tables);

/// All of them; built in.
std::vector<StudyFunction> const& study_functions();
/// The texts that were built in, in the papers' order.
std::vector<ExperimentsText> const& built_in_experiments();

}  // namespace rattleback
