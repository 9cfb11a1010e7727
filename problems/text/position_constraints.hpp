#pragma once

#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// Returns d g(q, t)/dt along the velocities of the file, as a formula of coordinates, velocities
/// and time. Throws InvalidInput on a space with rotations of other kinds than SO3.
graph::Index rate_of(graph::Index g, ProblemFile& file);

}  // namespace rattleback::text
