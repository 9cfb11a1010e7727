#pragma once

#include <string>
#include <vector>

#include "integrators/core/equations/structure.hpp"

namespace rattleback::text {

/// Returns which constraints on R^n follow from constraints on positions, in words; empty: none
/// were found, or as many as the text states. By Frobenius' theorem: the forms of the constraints
/// whose derivatives vanish on the velocities that are left are found once or twice, at a point
/// without a pattern and by differences, until all that remain integrate.
/// @param points  inputs of the formulas
/// @param stated  position constraints that the text states
std::string integrable_in_words(RecordedFormulas const& formulas,
                                std::vector<std::vector<double>> const& points, int stated);

}  // namespace rattleback::text
