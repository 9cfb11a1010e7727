#pragma once
// Declarations of experiments without their computation, as JSON.

#include <nlohmann/json_fwd.hpp>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// Returns the declaration of `experiment`: id, paper, title, about, choices, figures, and the
/// readings, findings and errata that it measures. The rules of the statements are not included: a
/// changed rule requires no new computation.
nlohmann::json declaration(Experiment const& experiment);

/// Puts the declaration of `experiment` into the description of a run: all texts state the sizes of
/// that run, and axes have the names that the study supplied, whose lists are at `names`. Throws
/// InvalidInput if a list is missing.
void update_texts(nlohmann::json& description, Experiment const& experiment, bool quick);

/// Returns the (statement, reading) pairs that `declared` gives to `experiment`, in order.
std::vector<Measurements::Key> measured_by(Experiment const& experiment,
                                           Declarations const& declared);

}  // namespace rattleback
