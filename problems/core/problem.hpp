#pragma once
// Interface of problems: what a problem states, and the concepts that decide which integrators
// apply.

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/invalid_input.hpp"
#include "problems/core/numbers/vec.hpp"
#include "problems/core/spaces/space.hpp"

namespace rattleback {

/// a/b. (A variable, because GCC 12 fails on a call in a member's default initialiser.)
template <class Real, long a, long b>
inline Real const fraction = Real(a) / Real(b);

/// Generated part of a problem: equations as straight-line code, structure, and formulas as texts,
/// derived from the Lagrangian and the constraints (integrators/core/equations). The specialisation
/// is in generated/ID.hpp, which includes the problem's class. Without it, as for problems of
/// tests, the equations are evaluated by automatic differentiation, and the problem states its
/// structure itself.
template <class P>
struct GeneratedEquations {};

/// The part of a problem that people read. Everything a program needs is in the problem's
/// functions.
struct ProblemCard {
  std::string id;               ///< registry id
  std::string name;             ///< one line
  std::string lagrangian = {};  ///< as text; by the build where it is left out
  std::vector<std::string> constraints =
      {};  ///< as text, one per constraint; filled in by the build if empty
  /// M v' = F + A^T lambda row by row, as text; by the build.
  std::vector<std::string> equations_of_motion = {};
  /// M(q) row by row, entries separated by " & ", then abbreviations "s1 = ..."; by the build.
  std::vector<std::string> mass_matrix = {};
  /// A(q), the coefficients of the velocities in the constraints, in the format of `mass_matrix`.
  std::vector<std::string> constraint_matrix = {};
  std::vector<std::string> forces = {};  ///< "on vx: -c vx", as text; by the build
  std::string driven = {};               ///< drive of a driven system, as text; by the build
  std::vector<std::string> coordinates;  ///< ASCII letters of the paper, `Space::size` of them
  std::vector<std::string> velocities;   ///< `Space::dof` of them
  std::vector<std::string>
      invariants;  ///< names of the invariants besides `energy`, in the order of `invariants()`
  std::string reversing_symmetry;      ///< as text
  std::string exact_solution;          ///< as text; empty where no closed form is known
  std::string source;                  ///< paper and equation
  std::string invariant_measure = {};  ///< as text: its density, or that none exists
  std::string frame = {};              ///< as text: the vectors of frame(q)
  double time_scale =
      1;  ///< time scale of the fastest motion; laws and orders choose their steps in its units
  double size_scale =
      1;  ///< size of the smallest coordinate or velocity: unit of absolute tolerances
};

/// A settable parameter: a pointer to the member, its meaning and the bound that it must respect.
template <class P>
struct Parameter {
  char const* name;                                         ///< name
  typename P::Real P::*member;                              ///< member of the problem
  char const* meaning;                                      ///< meaning, one line
  double lower = -std::numeric_limits<double>::infinity();  ///< lower bound
  bool lower_allowed = false;  ///< true: value >= lower; false: value > lower
};

/// "> 0", ">= 0" or "any finite number".
inline std::string bound_in_words(double lower, bool lower_allowed) {
  if (lower == -std::numeric_limits<double>::infinity()) return "any finite number";
  std::string number = std::to_string(lower);
  while (number.back() == '0') number.pop_back();
  if (number.back() == '.') number.pop_back();
  return (lower_allowed ? ">= " : "> ") + number;
}

/// Statements about problem P that formulas cannot make: closed forms, passages, starts. P inherits
/// from it; a specialisation is in problems/extras/ID.hpp, before which the build declares P.
template <class P>
struct Extras {};
/// Returns the problem of an extra, with its parameters.
template <class P>
P const& problem_of(Extras<P> const& extra) {
  return static_cast<P const&>(extra);
}

/// Statement of the initial condition of a case, for cases of problem files.
struct StatedStart {
  bool is_complete = false;  ///< q and v are final: nothing is computed when the case is used
  bool is_whole = false;     ///< the file states all velocities: none is left out
  bool is_missing = false;   ///< the file states no case: q and v stand for numbers to be given
  bool project = false;      ///< the nearest point on the constraints is meant
  std::optional<InputFileError> rejected{};  ///< why the case does not run as stated
  std::string moved{};                       ///< changes within the stated digits, "vy by 3.7e-06"
};

/// Case: named parameters and an initial condition. The velocities in `dependent_velocities` of
/// its system are computed from the constraints whenever the case is used, unless the initial
/// condition is complete as stated or the state of a method.
template <class P>
struct Case {
  std::string name;                         ///< name
  std::string note;                         ///< note, one line
  P system;                                 ///< problem with the parameters of the case
  Vec<typename P::Real, P::Space::size> q;  ///< initial configuration
  Vec<typename P::Real, P::Space::dof> v;   ///< initial velocity
  bool is_method_state = false;  ///< true: state of a method, which may violate the constraints
  StatedStart stated{};          ///< statement of the initial condition
};

/// Numbers per configuration of problem P.
template <class P>
inline constexpr std::remove_const_t<decltype(P::Space::size)> size_of = P::Space::size;
/// Numbers per velocity of problem P.
template <class P>
inline constexpr std::remove_const_t<decltype(P::Space::dof)> dof_of = P::Space::dof;

/// Makes the sizes of a problem those at work in this thread, if its class is compiled for any.
template <class P>
void work_on([[maybe_unused]] P const& problem) {
  if constexpr (is_sized_at_run_time<size_of<P>>) sizes_at_work = problem.sizes();
}

/// The time at which the functions of a driven system are evaluated.
template <class P>
auto& clock_of(P& system) requires requires {
  system.time;
} || requires {
  system.clock();
}
{
  if constexpr (requires { system.clock(); })
    return system.clock();
  else
    return system.time;
}
/// Driven system: it has a member `time`, and its Lagrangian, its constraints or its force may
/// depend on it.
template <class P>
concept Driven = requires(P const& system) {
  clock_of(system);
};

/// Returns L(q, v) at time t, which an autonomous system does not take.
template <class P, class T>
T lagrangian_at(P const& system, Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v,
                [[maybe_unused]] T const& t) {
  if constexpr (requires { system.lagrangian(q, v, t); })
    return system.lagrangian(q, v, t);
  else
    return system.lagrangian(q, v);
}
/// Returns phi(q, v) at time t, which an autonomous system does not take.
template <class P, class T>
Vec<T, P::constraints> constraint_at(P const& system, Vec<T, size_of<P>> const& q,
                                     Vec<T, dof_of<P>> const& v, [[maybe_unused]] T const& t) {
  if constexpr (requires { system.constraint(q, v, t); })
    return system.constraint(q, v, t);
  else
    return system.constraint(q, v);
}
/// Returns L(q, v) at the time of the system.
template <class P, class T>
T lagrangian_of(P const& system, Vec<T, size_of<P>> const& q, Vec<T, dof_of<P>> const& v) {
  if constexpr (Driven<P>)
    return lagrangian_at(system, q, v, static_cast<T>(clock_of(system)));
  else
    return system.lagrangian(q, v);
}
/// Returns phi(q, v) at the time of the system.
template <class P, class T>
Vec<T, P::constraints> constraint_of(P const& system, Vec<T, size_of<P>> const& q,
                                     Vec<T, dof_of<P>> const& v) {
  if constexpr (Driven<P>)
    return constraint_at(system, q, v, static_cast<T>(clock_of(system)));
  else
    return system.constraint(q, v);
}

/// Problem as integrators use it: Lagrangian L(q, v), constraints phi(q, v) = 0 affine in v, and
/// the velocities that the constraints determine. Functions of a driven system take the time as a
/// third argument where they depend on it.
template <class P>
concept NonholonomicSystem = ConfigurationSpace<typename P::Space> &&
    requires(P const& system, Vec<double, size_of<P>> q, Vec<double, dof_of<P>> v) {
  { system.dependent_velocities[0] } -> std::convertible_to<int>;
  { lagrangian_at(system, q, v, 0.0) } -> std::convertible_to<double>;
  { constraint_at(system, q, v, 0.0) } -> std::same_as<Vec<double, P::constraints>>;
};

/// States a force f(q, v, t), a covector on the velocities: M v' = ... + f + A^T lambda.
template <class P>
concept StatesForce = Driven<P> &&
    requires(P const& system, Vec<double, size_of<P>> q, Vec<double, dof_of<P>> v) {
  { system.force(q, v, 0.0) } -> std::same_as<Vec<double, dof_of<P>>>;
};

/// phi(q, v) = mu(q) v - eta(q) with eta != 0 for some parameters; else eta = 0. A driven system:
/// phi(q, v, t) = A(q, t) v + b(q, t) with b != 0, where b = -eta.
template <class P>
inline constexpr bool has_affine_constraints = requires {
  requires P::affine_constraints;
}
|| requires { requires GeneratedEquations<P>::affine_constraints; };

/// Its mass matrix is constant in the left-trivialised velocity v.
template <class P>
concept HasConstantMass = NonholonomicSystem<P> &&(
    requires(P const& system) {
      { system.mass_matrix() } -> std::same_as<Mat<typename P::Real, dof_of<P>, dof_of<P>>>;
    } ||
    requires { requires GeneratedEquations<P>::constant_mass; });

/// Its mass matrix, positive definite.
template <HasConstantMass P>
Mat<typename P::Real, dof_of<P>, dof_of<P>> constant_mass_matrix(P const& system) {
  if constexpr (requires { system.mass_matrix(); }) {
    return system.mass_matrix();
  } else {
    Mat<typename P::Real, dof_of<P>, dof_of<P>> mass;
    Vec<typename P::Real, size_of<P>> const anywhere{};
    GeneratedEquations<P>::metric(system, anywhere.c, mass.row[0].c);
    unpack_rows(mass);
    return mass;
  }
}

/// L = v^T M v / 2 - V(q) on R^n with constant M.
template <class P>
concept ConstantMassSystem = HasConstantMass<P> && is_euclidean<typename P::Space>;

/// L = v^T M v / 2 with constant M on a group: invariant under left translations.
template <class P>
concept LeftInvariantKinetic = HasConstantMass<P> && LieGroup<typename P::Space> &&(
    requires { requires P::left_invariant_kinetic; } ||
    requires { requires GeneratedEquations<P>::left_invariant_kinetic; });

/// Constraints on a group that are invariant under left translations: phi(v) = mu v.
template <class P>
concept LeftInvariantConstraints = NonholonomicSystem<P> && LieGroup<typename P::Space> &&(
    requires { requires P::left_invariant_constraints; } ||
    requires { requires GeneratedEquations<P>::left_invariant_constraints; });

/// A body on the plane whose only constraint is v2 = 0.
template <class P>
inline constexpr bool has_knife_edge_constraint = requires {
  requires GeneratedEquations<P>::knife_edge_constraint;
};

/// States regular_constraint(q, v), which allows the same velocities as constraint(q, v) where both
/// have full rank, and whose rows are independent where those of constraint(q, v) are not.
template <class P>
concept StatesRegularConstraint = NonholonomicSystem<P> &&
    requires(P const& system, Vec<double, size_of<P>> q, Vec<double, dof_of<P>> v) {
  { system.regular_constraint(q, v) } -> std::same_as<Vec<double, P::constraints>>;
};

/// L has terms that are linear in v: its momentum at rest, dL/dv(q, 0), is not zero.
template <class P>
inline constexpr bool has_linear_terms_in_velocity = requires {
  requires P::linear_terms_in_velocity;
}
|| requires { requires GeneratedEquations<P>::linear_terms_in_velocity; };

/// A(q) does not change along its own reaction directions M^-1 A(p)^T, for every p: then methods
/// whose multiplier is implicit only through A(q_1) become explicit.
template <class P>
inline constexpr bool is_constant_along_reactions = requires {
  requires P::constraint_constant_along_reaction;
}
|| requires { requires GeneratedEquations<P>::constraint_constant_along_reaction; };

/// Abelian Chaplygin system on R^n: Lagrangian and constraints do not depend on the group
/// variables, which come last, and the constraints determine their velocities: g' = -A(r) r'.
template <class P>
concept ChaplyginSystem = NonholonomicSystem<P> && is_euclidean<typename P::Space> &&(
    requires { requires P::last_coordinates_are_of_group; } ||
    requires { requires P::group_coordinates[0] == size_of<P> - P::constraints; });

/// Becomes Hamiltonian in the time d tau = f(r) dt; states f = multiplier(r), the growth of tau
/// in a time t from (q, v), and its inverse.
template <class P>
concept HamiltonizableSystem = ChaplyginSystem<P> &&
    requires(P const& system, Vec<double, size_of<P>> q, Vec<double, dof_of<P>> v,
             Vec<double, size_of<P> - P::constraints> r) {
  { system.multiplier(r) } -> std::convertible_to<double>;
  { system.time_at(q, v, 1.0) } -> std::convertible_to<double>;
  { system.tau_at(q, v, 1.0) } -> std::convertible_to<double>;
};

/// Returns the invariants besides the energy that a problem states; empty where it states none.
template <class P, class T>
auto invariants_of([[maybe_unused]] P const& system, [[maybe_unused]] Vec<T, size_of<P>> const& q,
                   [[maybe_unused]] Vec<T, dof_of<P>> const& v) {
  if constexpr (requires { system.invariants(q, v); })
    return system.invariants(q, v);
  else
    return Vec<T, 0>{};
}

/// "v" + coordinate: the usual velocity names on R^n.
inline std::vector<std::string> time_derivatives(std::vector<std::string> const& coordinates) {
  std::vector<std::string> names;
  for (auto const& c : coordinates) names.push_back("v" + c);
  return names;
}

}  // namespace rattleback
