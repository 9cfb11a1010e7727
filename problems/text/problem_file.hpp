#pragma once
// A problem in a text file: what it states, as graphs over its parameters, coordinates and
// velocities.

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/invalid_input.hpp"
#include "problems/core/graph/graph.hpp"

namespace rattleback::text {

/// Invariants of a text, together with its position constraints.
inline constexpr std::size_t most_invariants = 32;

/// A place in the text of a file, from 0.
using Place = std::size_t;

/// A number, exact, and by how much it may be off as written: half a unit of its last decimal.
struct Number {
  graph::Index node;
  double rounding = 0;
};

/// Parameter: its name, standard value and meaning, and the bound that it must respect.
struct ParameterText {
  std::string name;
  Number value;
  std::string meaning = {};
  double lower = -std::numeric_limits<double>::infinity();
  bool lower_allowed = false;
};

/// Condition on the coordinates: where it does not hold, the problem is not defined.
struct DomainCondition {
  graph::Index node;        ///< formula whose value is at least the rounding unit
  bool may_vanish = false;  ///< or zero
  std::string error;        ///< message where it does not
};

struct Start {
  std::string name, note;
  Place at = 0;
  bool is_missing = false;       ///< the file states no case
  bool is_method_state = false;  ///< state of a method, which may violate the constraints
  bool project = false;          ///< starts from the nearest point on the constraints
  std::vector<std::pair<std::string, Number>> parameters;  ///< other values than the file's
  std::vector<Number> q;
  std::vector<std::optional<Number>> v;  ///< empty: the constraints determine it
};

/// A subexpression that is not smooth where its argument a changes its sign: |a|, sqrt(a), and a^b
/// where b is not a whole number.
struct Kink {
  graph::Index argument;  ///< a
  graph::Index exponent;  ///< b; -1 for |a| and sqrt(a)
  std::string words;      ///< the subexpression and its formula: "abs(vx) in the force on vx"
};

/// Kind of a space, for which methods are compiled once, for all sizes: R^n, products with SE(2),
/// products with SO(3), and R^n of more dimensions, which solvers of flat arrays take alone.
enum class SpaceKind { euclidean, planar, spatial, large };

/// Thrown where a constraint follows from the others at every point.
struct RedundantConstraint {
  std::size_t number;  ///< place among the constraints
};
/// Thrown where the mass matrix is singular and the equations with the multipliers are not.
struct SingularMass {};

/// Inputs of the graph: the parameters, the time of a driven problem, then q, then v.
struct ProblemFile {
  /// Factors of the configuration space, such as "R2", "SE2" or "SO3", by which coordinates (of
  /// rotations R11 to R33) and velocities (on groups in the body: v1, v2, w and w1, w2, w3) are
  /// ordered.
  std::vector<std::string> space;
  std::vector<Factor> factors;  ///< factors of `space` as values
  std::string path, text;
  std::string content;  ///< space, names and formulas in canonical form, on one line
  std::string name;
  std::vector<std::string> coordinates, velocities;
  std::vector<std::string> own_coordinates;  ///< the others are entries of a rotation
  std::vector<ParameterText> parameters;
  /// Names and formulas of parameters that follow from others; they are definitions as well.
  std::vector<std::pair<std::string, std::string>> computed_parameters;
  std::optional<Number> time_scale;  ///< time scale of the fastest motion; empty: measured
  std::optional<Number> size_scale;  ///< size of the smallest coordinate; empty: measured
  /// Texts for people, each on one line and possibly empty.
  std::string source, reversing_symmetry, exact_solution, invariant_measure, frame_in_words;
  std::vector<int> dependent_velocities;  ///< empty: found for each case
  std::vector<int> group_coordinates;     ///< group variables of a Chaplygin system
  int reduced_coordinate = -1;  ///< coordinate of which reduced equations are solved; -1: none
  int potential_degree = 0;     ///< degree of a polynomial potential; 0: not stated
  bool sampled_starts = false;  ///< ensembles draw starts from the energy surface
  bool driven = false;          ///< states forces, or formulas that depend on the time t
  std::string lagrangian;
  /// Constraints; those that follow from position constraints come last.
  std::vector<std::string> constraints, invariant_names;
  Place lagrangian_at = 0;
  std::vector<Place> constraints_at;
  /// Force on each velocity, empty where there is none; and names and formulas of subexpressions.
  std::vector<std::string> forces;
  std::vector<std::pair<std::string, std::string>> definitions;
  Place forces_at = 0;
  graph::Graph graph;
  graph::Index lagrangian_node = 0;
  std::vector<graph::Index> constraint_nodes, invariant_nodes;
  /// Position constraints g(q, t) = 0, which are the last invariants.
  std::vector<graph::Index> position_nodes;
  std::vector<graph::Index> force_nodes;  ///< forces of a driven problem, one for each velocity
  /// Constraints that allow the same velocities and are independent at more points.
  std::vector<graph::Index> regular_constraint_nodes;
  std::optional<graph::Index> density_node;              ///< density of an invariant measure
  std::optional<graph::Index> reducing_multiplier_node;  ///< f with d tau = f dt
  std::vector<graph::Index> frame_nodes;  ///< orthonormal basis of the allowed velocities, by rows
  std::vector<std::pair<int, graph::Index>> reversed;  ///< parameters that a reversal changes
  std::vector<DomainCondition> domain;
  std::vector<std::string> events;  ///< names of the formulas whose zeros may end a run
  std::vector<graph::Index> event_nodes;
  std::vector<Kink> kinks;   ///< places where the formulas are not smooth, and events
  std::vector<Start> cases;  ///< at least one

  /// Constraints that follow from others and are left out, as text.
  std::vector<std::string> left_out;

  bool is_regularised = false;  ///< the Lagrangian has the squares of the constraints

  /// Removes constraint k, which follows from the others.
  void leave_out(std::size_t k);
  /// Adds half the squares of the constraints to the Lagrangian. They vanish on every motion with
  /// their derivatives, so that motions and multipliers stay.
  void regularise();
  /// Returns the number of position constraints.
  int position_count() const { return static_cast<int>(position_nodes.size()); }
  int parameter_count() const { return static_cast<int>(parameters.size()); }
  std::vector<std::string> parameter_names() const {
    std::vector<std::string> names;
    for (auto const& parameter : parameters) names.push_back(parameter.name);
    return names;
  }
  Sizes sizes() const {
    auto const count = [](auto const& all) { return static_cast<int>(all.size()); };
    return {count(coordinates), count(velocities), count(constraints), factors};
  }
  /// The input that is the first coordinate.
  int first_coordinate() const { return parameter_count() + (driven ? 1 : 0); }
  int first_velocity() const { return first_coordinate() + static_cast<int>(coordinates.size()); }
  /// True if `name` is an entry of the rotation of a space with SO(3).
  bool is_rotation_entry(std::string const& name) const;
  bool on_group() const { return space.size() != 1 || !space.front().starts_with("R"); }
  SpaceKind kind_of_space() const;
  /// Throws InvalidInput if there are more velocities, coordinates or constraints than methods
  /// take.
  void require_sizes() const;
  /// Returns the error for this place, which shows its line.
  InputFileError error(Place at, std::string const& what) const;
  /// Throws the error for this place.
  [[noreturn]] void fail(Place at, std::string const& what) const;
};

/// Reads a problem. Throws InputFileError, and IoError when the file cannot be read.
ProblemFile read_problem(std::string const& path);
/// Reads a problem from a text; `path` names it in messages.
ProblemFile problem_of_text(std::string const& path, std::string text);

}  // namespace rattleback::text
