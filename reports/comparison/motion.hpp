// Motion of a problem's body, for the animation on its page.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Returns the body of a problem of the catalogue: `body` and, by the names of coordinates and
/// parameters, `heading`, `axes`, `offset` and `dimensions`. Null if the names of the coordinates
/// determine the picture.
nlohmann::json catalogue_body(std::string const& problem);

/// Returns `body` (assets/bodies.js draws each kind), its dimensions, and the path as `columns` and
/// rounded `rows`. Null if the comparison has no path or the configuration has no picture. Throws
/// Malformed if the path is not a table.
nlohmann::json motion_data(ProblemResult const& problem);

}  // namespace rattleback::reports
