#pragma once
// A problem as a table of functions of flat arrays, in one number type. All loops are written in
// these functions and compiled once; problem_table_of.hpp fills the table from the problem's class.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "integrators/core/method/work.hpp"
#include "problems/core/numbers/lanes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/problem.hpp"
#include "problems/text/series_of.hpp"

namespace rattleback {

/// True in a build of the laboratory's size: runs in quad precision and on lanes, closed forms and
/// the consistency of problems are left out.
#if defined(RATTLEBACK_DOUBLE_ONLY)
inline constexpr bool double_only = true;
#else
inline constexpr bool double_only = false;
#endif

class NormalSequence;

/// Text and structure of a problem, without its functions.
struct ProblemDescription {
  struct Parameter {
    std::string name, meaning;
    double standard;
    double lower;
    bool lower_allowed;  ///< value >= lower, else value > lower
  };
  ProblemCard card;
  std::string space;  ///< name of the configuration space
  /// Identifies the problem in cached references: the content of a text file, the hash of a
  /// header's code, or, as the hash of the code covers the catalogue, its id.
  std::string identity;
  std::vector<Parameter> parameters;
  std::vector<int>
      group_coordinates;  ///< coordinates that reduced methods reconstruct; empty: no reduction
  bool affine = false;    ///< constraints with an affine term, which reversal changes
  bool driven = false;    ///< a force, or functions that depend on time
  std::string equations;  ///< evaluation of the equations, as text
  /// Subexpressions that are not smooth where ProblemTable::kink_arguments change their sign, of a
  /// text file: "abs(vx) in the force on vx". Empty for smooth formulas, and for those of a header.
  std::vector<std::string> kinks;
  std::vector<std::string> events;  ///< the last of the kinks, which a text states as events
};

/// Terms of the equations (a) and (b) of equations/terms.hpp at a point: n = dof, m = constraints,
/// matrices by rows.
template <class S>
struct MotionTerms {
  std::vector<S> p;                 ///< n
  std::vector<S> mass;              ///< n x n
  std::vector<S> right_hand_side;   ///< n
  std::vector<S> mu;                ///< m x n
  std::vector<S> phi;               ///< m
  std::vector<S> phi_along_motion;  ///< m
};

/// A named data set: parameters inside `system`, and an initial condition.
template <class S>
struct InitialCondition {
  std::string name, note;
  std::shared_ptr<void> system;
  std::vector<S> q, v;
  bool is_method_state = false;  ///< a method's own state, which may violate the constraints
  StatedStart stated{};          ///< statement of the initial condition
};

/// Multiplies numbers by their units, where there are any.
template <class S>
void multiply_by(std::vector<double> const& units, S* numbers) {
  for (std::size_t i = 0; i < units.size(); ++i) numbers[i] = numbers[i] * S(units[i]);
}

/// Units in which a problem from a text file is stepped, in those of the text.
struct NaturalUnits {
  double time = 1, energy = 1;
  std::vector<double> coordinate, velocity;  ///< `size` and `dof` of them
  std::vector<double> constraint;            ///< unit of each phi
  bool are_used = false;                     ///< false: all are 1
  double tolerance = 1;  ///< factor of absolute tolerances, for velocities that are much smaller

  /// Changes a point in these units to the units of the text.
  template <class S>
  void multiply(S* q, S* v) const {
    multiply_by(coordinate, q);
    multiply_by(velocity, v);
  }
  /// Returns the smallest unit of a coordinate or a velocity.
  double smallest() const {
    double least = std::numeric_limits<double>::infinity();
    for (auto const* of : {&coordinate, &velocity})
      for (double const unit : *of) least = std::min(least, unit);
    return std::isfinite(least) ? least : 1;
  }
};

/// Functions of one problem in the number type S. `system` points to the problem with its
/// parameters; t is the time, which an autonomous problem ignores; q has `size` numbers, v and
/// momenta `dof`, multipliers and phi `constraints`. A function that is marked optional is null for
/// problems that do not have it.
template <class S>
struct ProblemTable {
  using System = void const*;

  int size = 0, dof = 0, constraints = 0;
  int position_constraints = 0;
  int observables = 1;         ///< the energy and the invariants that the problem states
  Work work_of_terms;          ///< work of the terms of the equations of motion
  bool constant_mass = false;  ///< states a mass matrix that is constant in v
  bool own_class = true;       ///< systems are made as the problem's class, not as that of its text

  /// All named data sets, each with a system of its own.
  std::function<std::vector<InitialCondition<S>>()> cases;
  void (*set_parameter)(void* system, int k, S value) = nullptr;
  S (*parameter)(System, int k) = nullptr;
  /// The system of the reversed motion, where that is another; optional.
  std::shared_ptr<void> (*reversed)(System) = nullptr;

  /// The system of a text in its natural units, which are put out; null where they are those of
  /// the text. Optional.
  std::shared_ptr<void> (*in_natural_units)(System, ProblemTable<double> const& in_double,
                                            NaturalUnits& units) = nullptr;
  /// The unit of time of the system of a text; optional.
  double (*unit_of_time)(System) = nullptr;

  /// Energy, then the invariants; and phi(q, v).
  void (*observe)(System, S t, S const* q, S const* v, S* observables, S* phi) = nullptr;
  /// Position constraints g(q), as many as `position_constraints`; the last of the constraints are
  /// their derivatives by time. Null without them.
  void (*position)(System, S t, S const* q, S* g) = nullptr;
  /// v.M(q) v/2, also if the Lagrangian has terms linear in v.
  S (*kinetic_energy)(System, S t, S const* q, S const* v) = nullptr;
  /// Rate of change of the energy along the motion, f.v - dL/dt - lambda.b; null for a system that
  /// is not driven.
  S (*external_power)(System, S t, S const* q, S const* v, S const* multipliers) = nullptr;
  /// The force f(q, v, t); null for a system without one.
  void (*applied_force)(System, S t, S const* q, S const* v, S* f) = nullptr;
  /// Arguments of ProblemDescription::kinks at a point, as many as there are; null without kinks.
  void (*kink_arguments)(System, S t, S const* q, S const* v, S* arguments) = nullptr;
  /// dq/dt = q v.
  void (*tangent)(System, S const* q, S const* v, S* qdot) = nullptr;
  /// Right-hand side of the exact motion, and its multipliers. Returns true if the system for them
  /// is singular.
  bool (*motion)(System, S t, S const* q, S const* v, S* qdot, S* vdot, S* multipliers) = nullptr;
  /// Accelerations from independent velocities, without multipliers; quad only.
  bool (*independent_motion)(System, S t, S const* q, S const* v, S* vdot) = nullptr;
  /// The motion as power series in time, for problems that a text states; optional.
  std::shared_ptr<text::Series<S>> (*series)(System) = nullptr;
  void (*terms)(System, S t, S const* q, S const* v, MotionTerms<S>& terms) = nullptr;
  /// The metric G(q), n x n.
  void (*metric)(System, S t, S const* q, S* G) = nullptr;
  /// mu (m x n) and (D_q phi) v of the regular constraint, for problems that state one; optional.
  void (*regular_terms)(System, S t, S const* q, S const* v, S* mu, S* phi_along_motion) = nullptr;
  /// Second derivative of -L(q, 0) along two directions in R^size; double only, null without a
  /// chart.
  S (*stiffness)(System, S t, S const* q, S const* a, S const* b) = nullptr;

  /// The velocities that the constraints determine, of this system.
  std::vector<int> (*dependent_velocities)(System) = nullptr;
  /// Names others; null where the problem states them for all starts.
  void (*set_dependent_velocities)(void* system, std::vector<int> const&) = nullptr;
  /// Recomputes the dependent velocities from the others. Returns false if the constraints do not
  /// determine them.
  bool (*complete_velocity)(System, S t, S const* q, S* v) = nullptr;
  /// Moves v to the nearest velocity that satisfies the constraints, in the kinetic metric.
  void (*project_velocity)(System, S t, S const* q, S* v) = nullptr;
  /// Distance of q from the space: 0 on R^n. `reason` receives what is wrong with a point that is
  /// further away than `tolerance`.
  double (*point_defect)(System, S const* q, double tolerance, std::string& reason) = nullptr;

  std::string (*domain_error)(System, S const* q) = nullptr;                   ///< optional
  std::string (*passage)(System, S const* q0, S const* q1) = nullptr;          ///< optional
  std::vector<std::string> (*warnings)(System) = nullptr;                      ///< optional
  S (*density)(System, S const* q, S const* v) = nullptr;                      ///< optional
  S (*time_at)(System, S const* q, S const* v, S tau) = nullptr;               ///< optional
  void (*exact)(System, S t, S const* q, S const* v, S* q1, S* v1) = nullptr;  ///< optional
  /// A velocity in the coordinates of the chart, and back; null without a chart.
  void (*to_chart)(System, S const* q, S const* v, S* qdot) = nullptr;
  void (*from_chart)(System, S const* q, S const* qdot, S* v) = nullptr;
  /// q exp(xi), and log(q0^-1 q1); null if the space is not a group.
  void (*moved)(System, S const* q, S const* xi, S* q1) = nullptr;
  void (*difference)(System, S const* q0, S const* q1, S* xi) = nullptr;
};

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

/// Functions that ensembles need in addition to ProblemTable<double>.
struct EnsembleFunctions {
  using System = void const*;

  /// The energy of one orbit in each lane; null if no method runs on lanes.
  Lanes (*energy)(System, Lanes const* q, Lanes const* v) = nullptr;
  void (*from_chart)(Lanes const* q, Lanes const* qdot, Lanes* v) = nullptr;  ///< optional
  /// Random position: compact factors by the Haar measure, the others as in `start`.
  void (*draw)(System, double const* start, NormalSequence& normal, double* q) = nullptr;
  bool draws = false;                             ///< a position has random coordinates
  std::vector<std::string> measure_of_positions;  ///< in words
  /// Scaled normal start of the energy, see sampler.hpp; optional.
  void (*scaled_start)(System, std::uint64_t seed, std::uint64_t orbit, double energy, double* q,
                       double* v) = nullptr;
  /// Start i of the problem's family of n; optional.
  void (*family_start)(long i, long n, double* q, double* v) = nullptr;
};

/// Functions in quad precision, which are made when they are used first.
class TableInQuad {
 public:
  std::function<ProblemTable<Quad>()> make;  ///< makes them

  /// Returns them. Thread-safe.
  ProblemTable<Quad> const& get() const {
    std::call_once(is_made_, [this] { made_ = make(); });
    return made_;
  }

 private:
  mutable std::once_flag is_made_;
  mutable ProblemTable<Quad> made_;
};

/// A problem with all its functions.
struct ProblemFunctions {
  ProblemDescription description;
  ProblemTable<double> in_double;
  TableInQuad in_quad;
  EnsembleFunctions ensembles;

  template <class S>
  ProblemTable<S> const& mechanics() const {
    if constexpr (std::is_same_v<S, Quad>)
      return in_quad.get();
    else
      return in_double;
  }
};
using SharedProblem = std::shared_ptr<ProblemFunctions const>;

/// A problem with its parameters, in the number type S.
template <class S>
struct System {
  SharedProblem problem;
  std::shared_ptr<void> self;

  ProblemTable<S> const* operator->() const { return &problem->mechanics<S>(); }
  ProblemDescription const& description() const { return problem->description; }
  void const* get() const { return self.get(); }
};

}  // namespace rattleback
