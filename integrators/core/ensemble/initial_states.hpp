#pragma once
// Initial states of ensembles for every problem and space, at a given energy: orbit i of seed s is
// the same on any lane, thread, rank or shard.

#include <cstdint>

#include "integrators/core/run/section.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Start of orbit `orbit`: as the problem samples itself, else random positions, and velocities
/// that are isotropic on the constraints in the metric of the kinetic energy, scaled to the energy.
/// A position that does not allow the energy is drawn again.
/// @param standard  where coordinates stay that are not drawn
/// Throws InvalidInput, naming the least energy that positions were found to allow, when none
/// allows it.
FlatPoint<double> start_of_orbit(System<double> const& system, std::vector<double> const& standard,
                                 std::uint64_t seed, std::uint64_t orbit, double energy);

/// Returns the probability measure of each coordinate and of the velocities, as text.
std::string measure_of_starts(ProblemFunctions const& problem);

}  // namespace rattleback
