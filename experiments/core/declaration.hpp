#pragma once
// An experiment without its computation, as JSON.

#include <nlohmann/json_fwd.hpp>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// What `experiment` declares: id, paper, title, about, choices, claims with their criteria (an
/// infinite bound is null) and figures.
nlohmann::json declaration(Experiment const& experiment);

}  // namespace rattleback
