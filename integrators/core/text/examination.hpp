#pragma once
// Structure of the formulas of a text file: which methods apply, and why others do not; its
// equations as tapes and as code.

#include <array>
#include <string>
#include <utility>
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
  std::vector<FoundStart> starts;  ///< one for each case
  std::string reversing_symmetry;  ///< as text; empty where none is known
  std::string words;               ///< description of the structure
  EquationTexts texts;

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

/// Functions of the equations by their names in TracedEquations.
inline constexpr std::array<std::pair<char const*, Tape Tapes::*>, 8> tapes_of_functions{
    {{"momentum", &Tapes::momentum},
     {"metric", &Tapes::metric},
     {"configuration_force", &Tapes::configuration_force},
     {"force", &Tapes::force},
     {"constraint_force", &Tapes::constraint_force},
     {"constraint_terms", &Tapes::constraint_terms},
     {"mass_inverse", &Tapes::mass_inverse},
     {"applied_force", &Tapes::applied_force}}};
/// Fills the tapes of the equations.
void record_equations(TracedEquations const& traced, Tapes& tapes);

/// Returns the code of `template <class System> struct Compiled`, which replaces RunTapes: the same
/// operations in the same order.
std::string code_of(ProblemFile const& file, TracedEquations const& traced);

/// Returns which constraints on R^n follow from constraints on positions, in words; empty: none
/// were found, or as many as the text states. By Frobenius' theorem: the forms of the constraints
/// whose derivatives vanish on the velocities that are left are found once or twice, at a point
/// without a pattern and by differences, until all that remain integrate.
/// @param points  inputs of the formulas
/// @param stated  position constraints that the text states
std::string integrable_in_words(RecordedFormulas const& formulas,
                                std::vector<std::vector<double>> const& points, int stated);

}  // namespace rattleback::text
