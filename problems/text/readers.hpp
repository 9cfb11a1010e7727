#pragma once
// Readers of parts of a problem's text. They throw InputFileError.

#include "problems/text/document.hpp"

namespace rattleback::text {

/// Reads the tables [[case]] of a file whose coordinates, parameters and constraints are read
/// already; without any, the case `origin` at rest.
void read_cases(toml::table const& root, ProblemFile& file);

/// Reads what a file states about its system beyond the equations.
/// @param names  names of formulas
void read_statements(toml::table const& root, Names const& names, ProblemFile& file);

/// Returns d g(q, t)/dt along the velocities of the file, as a formula of coordinates, velocities
/// and time. Throws InvalidInput on a space with rotations of other kinds than SO3.
graph::Index rate_of(graph::Index g, ProblemFile& file);

/// Returns the kinks of the Lagrangian, the constraints and the forces, each argument once. An
/// argument that depends on parameters alone, or that is nowhere negative, has none. The events of
/// the text come last.
std::vector<Kink> kinks_of(ProblemFile const& file);

}  // namespace rattleback::text
