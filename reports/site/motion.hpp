// The motion of a problem's body, for the animation on its page.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// What moves and how: `body` (assets/motion.js draws each kind), its measures, and the path as
/// `columns` and `rows` with as many digits as can be seen. Null where the comparison has no path
/// or the configuration no obvious picture. Throws Malformed when the path is no table.
nlohmann::json motion_data(ProblemResult const& problem);

}  // namespace rattleback::reports
