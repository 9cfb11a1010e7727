#pragma once
// Structure of a problem: constant mass matrix, affine terms, group variables, invariance,
// reversing symmetries, conserved momenta. It is found in the recorded formulas and at generic
// points. For text files it decides which methods apply; for the catalogue's problems it is
// compared with what they declare.

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback {

/// The time at which the structure of a driven system is looked at, besides 0: without a pattern.
inline constexpr double generic_time = 0.7310585;

/// Recorded formulas and terms of a problem. Inputs: parameters, the time of a driven system, then
/// q, then v.
struct RecordedFormulas {
  graph::Graph graph;
  int parameters = 0;  ///< with the time, which is the last of them in a driven system
  int size = 0, dof = 0, constraints = 0;
  bool driven = false;
  graph::Index lagrangian = 0;
  std::vector<graph::Index> constraint;  ///< m
  std::vector<graph::Index> mass, mu;    ///< dof x dof, m x dof, row by row
  std::vector<graph::Index>
      right_hand_side;  ///< right-hand side of the equations of motion, see terms.hpp
  /// D_q L along the left-invariant directions, with the force of a driven system.
  std::vector<graph::Index> force;
  /// The force f and df/dv by rows; empty without one.
  std::vector<graph::Index> applied_force, force_by_velocity;
  std::vector<graph::Index> momentum_offset, constraint_at_rest;  ///< empty: no value at v = 0
  bool euclidean = false;                                         ///< on R^n
  std::vector<std::pair<int, int>> translations;  ///< coordinates of factors R^n, their velocities
};

/// Names of coordinates, velocities, parameters and invariants.
struct FormulaNames {
  std::vector<std::string> coordinates, velocities;
};

/// Structure of a driven system: dependence on time, and properties of its force.
struct DrivenStructure {
  bool has_force = false;
  bool force_on_velocity = false;  ///< f depends on v
  bool autonomous = true;          ///< nothing depends on the time
  bool rheonomic = false;          ///< a constraint depends on the time
  /// df/dv + (df/dv)^T has no positive eigenvalue at the points that were looked at, and a negative
  /// one.
  bool dissipative = false;
  double period = 0;  ///< period of everything that depends on time; 0: none was found
};

/// Returns what is known of the time and of the force.
/// @param points  inputs, the first of them at the problem's first start
DrivenStructure driven_structure(RecordedFormulas const& formulas,
                                 std::vector<std::vector<double>> const& points);
/// Returns it as text: "driven by a force: dissipative, periodic with the period 5.24".
std::string driven_in_words(DrivenStructure const& driven);

/// Structure that was found. Texts of missing properties are empty if the property holds.
struct FoundStructure {
  DrivenStructure driven;
  std::string no_constant_mass;    ///< why M is not constant, or L has terms linear in v; or empty
  std::string linear_term;         ///< the velocity of a linear term of L; empty without one
  std::string drift;               ///< the constraint with an affine term; empty without one
  std::string no_group_variables;  ///< why the last m coordinates are not group variables; empty if
                                   ///< they are
  std::string no_invariant_kinetic;      ///< why L is not v^T M v / 2 with constant M; or empty
  std::string no_invariant_constraints;  ///< why constraints are not constant in v; or empty
  /// On R^n with a constant mass matrix: phi(q, v) does not change along M^-1 A(p)^T, for every p.
  bool constraint_constant_along_reaction = false;
  /// All sets of m coordinates that are group variables of an abelian Chaplygin system if stated
  /// last.
  std::vector<std::vector<int>> group_variables;
  /// Coordinates of factors R^n on which neither Lagrangian nor constraints depend.
  std::vector<int> cyclic;
  /// Reversing symmetries (q, v) -> (S q, -S v), each as the coordinates of factors R^n whose sign
  /// S changes. The empty set, which is first, is (q, v) -> (q, -v).
  std::vector<std::vector<int>> reversing;
  /// Directions x of velocities, one per row, with conserved dL/dv . x: L does not change along x,
  /// and the constraints allow x everywhere.
  std::vector<std::vector<double>> conserved;

  /// True if a constraint has an affine term.
  bool affine() const { return !drift.empty(); }
  /// True if (q, v) -> (q, -v) is a reversing symmetry.
  bool reverses_velocities() const { return !reversing.empty() && reversing.front().empty(); }
};

/// True if phi(q, v) does not change along M^-1 A(p)^T, for every p, where M is constant. Points
/// are moved along reactions by their own size and by lengths of any unit. The coefficients of the
/// constraints are compared one by one, so that units do not matter.
/// @param points  see found_structure()
bool constraint_constant_along_reaction(RecordedFormulas const& formulas,
                                        std::vector<std::vector<double>> const& points);

/// Finds the structure of a problem.
/// @param points  inputs at which the problem is defined, in addition to generic ones
/// @throws graph::NotRecordable if a formula divides by a velocity
FoundStructure found_structure(RecordedFormulas const& formulas, FormulaNames const& names,
                               std::vector<std::vector<double>> points);

/// Returns `count` generic points: the parameters and `more_inputs` numbers without a pattern, the
/// same on every machine.
std::vector<std::vector<double>> points_without_pattern(std::vector<double> const& parameters,
                                                        int more_inputs, int count);

/// Returns the rank of a matrix with `rows` rows at these inputs; -1 if an entry is not finite.
/// Rows and columns are scaled first, so that the rank does not depend on units. An entry at
/// rounding level counts as zero.
int rank_at(graph::Graph const& graph, std::vector<graph::Index> const& nodes, int rows,
            std::vector<double> const& inputs);

/// Returns those of the velocities `from` that constraints with the coefficients mu (m x n)
/// determine, the best first: by pivots in units in which each velocity has mass 1 and each
/// constraint the size 1, so that they do not depend on units. Fewer than m where the constraints
/// do not determine as many.
/// @param mass  n x n
std::vector<int> determined_velocities(std::vector<double> const& mu,
                                       std::vector<double> const& mass,
                                       std::vector<int> const& from);

/// Returns the index, from `first` on, of the first of `count` inputs on which the node depends; -1
/// if there is none.
int dependence(graph::Graph const& graph, graph::Index node, int first, int count);

/// Returns an entry of the mass matrix as text.
std::string entry_of_mass(std::vector<std::string> const& velocities, int row, int column);

/// Returns the first reversing symmetries, and the conserved momenta, as text.
std::string reversing_in_words(FoundStructure const& found, FormulaNames const& names,
                               std::vector<std::pair<int, int>> const& translations);
std::string conserved_in_words(FoundStructure const& found, FormulaNames const& names);

/// Formulas, equations of motion and matrices of a problem as texts.
struct EquationTexts {
  std::string lagrangian;
  std::vector<std::string> constraints;  ///< "A v - eta = 0", one for each constraint
  /// Rows of M v' = F + A^T lambda, with F the right-hand side of (a) of mechanics/terms.hpp. A
  /// prime is the derivative in time. Then what the rows abbreviate, "s1 = ...".
  std::vector<std::string> motion;
  /// Rows of the mass matrix M, entries separated by " & ". Then the abbreviations of the rows.
  std::vector<std::string> mass_matrix;
  /// Rows of the constraint matrix A, one for each constraint, written as those of M.
  std::vector<std::string> constraint_matrix;
  std::vector<std::string> forces;  ///< "on vx: -c vx", without those that vanish
};

/// Returns them from the recorded formulas.
/// @param parameters  their names
EquationTexts equation_texts(RecordedFormulas formulas, FormulaNames const& names,
                             std::vector<std::string> const& parameters);

}  // namespace rattleback
