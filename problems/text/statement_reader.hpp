#pragma once

#include <array>

#include "problems/text/document.hpp"
#include "problems/text/expression.hpp"
#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// Keys of what a file states about its system beyond the equations.
inline constexpr std::array statement_keys{"time_scale",
                                           "size_scale",
                                           "source",
                                           "reversing_symmetry",
                                           "exact_solution",
                                           "invariant_measure",
                                           "frame_in_words",
                                           "frame",
                                           "density",
                                           "regular_constraints",
                                           "reducing_multiplier",
                                           "reversed",
                                           "dependent_velocities",
                                           "group_coordinates",
                                           "reduced_coordinate",
                                           "potential_degree",
                                           "sampled_starts",
                                           "domain"};

/// Reads them. Throws InputFileError.
/// @param names  names of formulas
void read_statements(toml::table const& root, Names const& names, ProblemFile& file);

}  // namespace rattleback::text
