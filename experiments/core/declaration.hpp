#pragma once
// An experiment without its computation, as JSON.

#include <nlohmann/json_fwd.hpp>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {

/// What `experiment` declares: id, paper, title, about, choices, figures, and the readings,
/// findings and errata that it measures. How a number decides is no part of it: a rule that changes
/// needs no new computation.
nlohmann::json declaration(Experiment const& experiment);

/// Puts the names that axes take from a study's lists into the panels of a description, which has
/// the lists at `names`. Throws InvalidInput where there is no such list.
void fill_names(nlohmann::json& description);

/// The (statement, reading) pairs that `declared` gives to `experiment`, in order.
std::vector<Measurements::Key> measured_by(Experiment const& experiment,
                                           Declarations const& declared);

}  // namespace rattleback
