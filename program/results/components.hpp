#pragma once
// What an experiment's results are made from.

#include "experiments/core/experiment.hpp"
#include "reports/results/standing.hpp"

namespace rattleback {

/// What every result of `experiment` depends on: mode, preset, what it measures, its texts, the
/// code of the cores, of the experiment itself and of the figures, and gnuplot.
reports::Components components_of(Experiment const& experiment, bool quick);

/// The parts of these that concern the drawing alone.
reports::Components figure_components();
reports::Components text_components(Experiment const& experiment);

/// Every part of the code that can be asked for by name while an experiment runs.
reports::Components catalogue_components();

/// The names of catalogue_components() for what Study::used holds.
std::string component_name(std::string const& lookup);

}  // namespace rattleback
