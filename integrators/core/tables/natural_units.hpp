#pragma once
// Natural units of a problem from a text file, measured at the start of a case.

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Measures the units in which the motion from a start has size 1, all of them powers of four:
///   time        1/rate, of the largest of |v'|/|v|, the roots of V_ii/M_ii and the speed of a
///               rotation; 1 if all vanish
///   velocities  V/sqrt(M_ii), where V is the larger one of |v| and |v'| times the unit of time;
///               on SE(2) the same for both translations; of rotations 1/time
///   energy      V^2
///   constraints the largest of |mu_ki| times the unit of velocity i
/// with |v|^2 = v.M v and v' the acceleration of the constrained motion. A change of the units of
/// length, mass and time by powers of four changes the result by just these.
/// @param factors  factors of the space, "R2", "SE2" or "SO3"
/// @param start    a system with a point
/// @param time     the unit of time where it is stated; else 0
NaturalUnits natural_units(ProblemTable<double> const& mechanics,
                           std::vector<std::string> const& factors,
                           InitialCondition<double> const& start, double time);

}  // namespace rattleback
