#pragma once
// Runs any experiment and writes its folder. Knows no paper.

#include <filesystem>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// Computes `experiment` and writes data/*.csv, experiment.json and measurements.json into
/// `folder`, which must exist. Throws what the computation throws, IoError when a file cannot
/// be written, InvalidInput where it does not measure exactly what is declared for it.
Study run_experiment(Experiment const& experiment, std::filesystem::path const& folder, bool quick,
                     int threads, std::function<void(double)> progress);

/// Throws InvalidInput, naming them, where `findings` lack a reading, finding or erratum that
/// `declared` gives to `experiment`, or have one that it does not.
void demand_declared(Experiment const& experiment, Declarations const& declared,
                     Study const& study);

}  // namespace rattleback
