#pragma once
// Runner of experiments, which writes their folders. Independent of the papers.

#include <filesystem>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// Computes `experiment` and writes data/*.csv, measurements.json and what the run adds to
/// experiment.json into `folder`. Rethrows exceptions of the computation. Throws IoError if a file
/// cannot be written, InvalidInput if the measurements differ from the declared ones.
Study run_experiment(Experiment const& experiment, std::filesystem::path const& folder, bool quick,
                     int threads, std::function<void(double)> progress);

/// Throws InvalidInput, with their names, if `study` lacks a reading, finding or erratum that
/// `declared` gives to `experiment`, or has one that is not declared.
void demand_declared(Experiment const& experiment, Declarations const& declared,
                     Study const& study);

}  // namespace rattleback
