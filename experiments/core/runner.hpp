#pragma once
// Runs any experiment and writes its folder. Knows no paper.

#include <filesystem>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// The verdict words of reports.
struct Verdict {
  std::string word;  ///< reproduced, reproduced after correction, ... , not checkable
  std::string note;  ///< names the correction or the assumption, or says why not
};

/// Judges one claim by what was found. A claim without a finite measurement is not checkable.
Verdict judge(Claim const& claim, Findings const& findings);

/// Computes `experiment` and writes data/*.csv, experiment.json and claims.json into `folder`,
/// which must exist. Throws what the computation throws, FileFailure when a file cannot be
/// written, std::logic_error when a measurement belongs to no claim.
Findings run_experiment(Experiment const& experiment, std::filesystem::path const& folder,
                        bool quick, int threads, std::function<void(double)> progress);

}  // namespace rattleback
