#pragma once
// Reader of a paper's experiments.toml: titles of its experiments and contents of their figures.

#include <string>
#include <vector>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// Compiled study: function `name` in experiments/PAPER/figures or studies.
struct StudyFunction {
  char const *paper, *name, *source;
  void (*compute)(Study&);
};

/// Text of a paper's experiments.toml.
struct ExperimentsText {
  char const* paper;
  std::string text;
};

struct ExperimentsFile {
  Paper paper;
  std::vector<Experiment> experiments;  ///< in the file's order, which is the order of the report
};

/// Returns the content of experiments.toml. Throws std::invalid_argument "WHERE: line N: ..." for
/// malformed text, unknown or missing keys, invalid formulas, and if the studies of the file differ
/// from those of `functions`.
ExperimentsFile parse_experiments(ExperimentsText const& text, std::string const& where,
                                  std::vector<StudyFunction> const& functions);

/// Throws InvalidInput, with file and line, if a series of the experiment names a table or a column
/// that is not in `tables`. `tables`: columns by table.
void demand_columns(Experiment const& experiment,
                    std::map<std::string, std::vector<std::string>> const& tables);

/// Returns all studies of the program.
std::vector<StudyFunction> const& study_functions();
/// Returns the built-in texts, in the order of the papers.
std::vector<ExperimentsText> const& built_in_experiments();

}  // namespace rattleback
