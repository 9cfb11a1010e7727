#pragma once
// Components of an experiment's results: hashes of their sources.

#include "experiments/core/experiment.hpp"
#include "reports/results/cache_status.hpp"

namespace rattleback {

/// Returns the components of every result of `experiment`: mode, preset, measured quantities,
/// texts, code of the cores, of the experiment and of the figures, and gnuplot.
reports::Components components_of(Experiment const& experiment, bool quick);

/// Return the components that affect only the drawing.
reports::Components figure_components();
reports::Components text_components(Experiment const& experiment);

/// Returns every part of the code that an experiment may look up by name.
reports::Components catalogue_components();

/// Returns the name in catalogue_components() of a lookup in Study::dependencies.
std::string component_name(std::string const& lookup);

}  // namespace rattleback
