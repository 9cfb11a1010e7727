// Motion of a problem's body, for the animation on its page.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Returns `body` (assets/motion.js draws each kind), its dimensions, and the path as `columns` and
/// rounded `rows`. Null if the comparison has no path or the configuration has no picture. Throws
/// Malformed if the path is not a table.
nlohmann::json motion_data(ProblemResult const& problem);

}  // namespace rattleback::reports
