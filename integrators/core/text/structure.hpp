#pragma once
// What the formulas of a text file turn out to be: which methods apply, and why others do not.

#include <string>
#include <vector>

#include "integrators/core/equations/generator.hpp"
#include "integrators/core/method.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

struct Findings {
  std::vector<int> dependent_velocities;
  std::string no_constant_mass;    ///< why M is not constant, or L not v^T M v / 2 - V(q); or empty
  std::string no_group_variables;  ///< why the last m coordinates are none; or empty
  std::string no_invariant_kinetic;      ///< why L is not v^T M v / 2 with constant M; or empty
  std::string no_invariant_constraints;  ///< why constraints are not constant in v; or empty
  bool affine = false;
  std::string drift;               ///< which constraint has one; empty unless affine
  std::string reversing_symmetry;  ///< as text; empty where none is known
  std::string words;               ///< what was found, for people

  /// Why a method that needs this structure does not apply; empty where it does.
  std::string refusal_of(MethodCard const& card, Structure needed) const;
};
/// Why a method that needs more than that does not apply.
std::string not_looked_for(MethodCard const& card, bool on_group);

/// Looks at the terms `mass` and `mu`, and at `p_at_rest` and `phi_at_rest`, those of v = 0. Throws
/// FileMistake where they are no mechanical system with constraints.
Findings examined(ProblemFile const& file, TracedEquations const& traced);

/// Fills the tapes of the equations.
void record_equations(TracedEquations const& traced, Tapes& tapes);

}  // namespace rattleback::text
