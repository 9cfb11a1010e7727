#pragma once

#include "integrators/core/method/method.hpp"
#include "integrators/core/tables/lane_table.hpp"

namespace rattleback {

/// The method `taylor` on lanes, for problems without kinks that have ProblemTable::series. It
/// ignores the option `stops`.
LaneTable const& taylor_lanes();

}  // namespace rattleback
