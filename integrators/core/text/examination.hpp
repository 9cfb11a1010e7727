#pragma once
// Structure of the formulas of a text file: which methods apply, and why others do not.

#include <string>
#include <vector>

#include "integrators/core/equations/generator.hpp"
#include "integrators/core/method/method.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

/// Start of a case: velocities to be computed, and why it does not run as stated, or an empty text.
struct FoundStart {
  std::vector<int> dependent_velocities;
  std::string rejected_because;
};

struct ExaminedSystem {
  FoundStructure found;
  std::vector<FoundStart> starts;                ///< one for each case
  std::string reversing_symmetry;                ///< as text; empty where none is known
  std::string words;                             ///< description of the structure
  std::vector<std::string> equations_of_motion;  ///< see EquationTexts
  std::vector<std::string> mass_matrix;          ///< see EquationTexts
  std::vector<std::string> constraint_matrix;    ///< see EquationTexts
  std::vector<std::string> forces;               ///< see EquationTexts

  /// Why the problem does not have this structure; empty where it does.
  std::string missing(Structure needed) const;
  /// Why a method that needs this structure does not apply; empty where it does.
  std::string refusal_of(MethodCard const& card, Structure needed) const;
};
/// Why a method that needs more than that does not apply.
std::string not_looked_for(MethodCard const& card, bool on_group);

/// Why a method does not apply to a large system.
std::string refusal_of_large(MethodCard const& card);

/// Throws InputFileError if the formulas are not a mechanical system with constraints, and
/// RedundantConstraint.
ExaminedSystem examined(ProblemFile const& file, RecordedFormulas const& formulas);

/// Fills the tapes of the equations.
void record_equations(TracedEquations const& traced, Tapes& tapes);

}  // namespace rattleback::text
