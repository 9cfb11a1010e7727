#pragma once
// Projection of a velocity onto the constraints and onto an energy, and of a configuration onto the
// position constraints, in the metric of the kinetic energy; see projection.hpp for the formulas.

#include <optional>

#include "integrators/core/method/projection.hpp"
#include "integrators/core/tables/step_table.hpp"

namespace rattleback {

/// Projects velocities of one system. q has `size` numbers, v `dof`.
template <class S>
class VelocityProjection {
 public:
  /// @param counts  receives the work; null: it is not counted
  VelocityProjection(System<S> system, Counts* counts);

  /// Sets the energy E_0 to that of the state.
  void set_energy(S const& t, S const* q, S const* v);
  S const& energy() const { return energy_; }

  /// Replaces v, and q for Projection::position. Returns projection_failed where V > E_0, or where
  /// the constraints are singular. Not for Projection::symmetric, which needs the step.
  Outcome project(Projection onto, S const& t, S* q, S* v);

  /// Sets the point of the following two functions.
  void set_point(S const& t, S const* q, S const* v);
  /// Adds M^-1 A^T mu to v.
  void add_reaction(S const* mu, S* v) const;
  /// Returns the solution of C x = A v + b; nothing where C is singular.
  std::optional<std::vector<S>> multipliers_of(S const* v);

  /// Exchanges the system for that of the reversed motion.
  void reverse_system();

 private:
  void count(Counts const& work);
  void observe(S const& t, S const* q, S const* v);
  S violation() const;
  Outcome project_onto_constraints(S const& t, S const* q, S* v);
  Outcome project_onto_energy(S const& t, S const* q, S* v);
  Outcome project_position(S const& t, S* q);

  System<S> system_;
  Counts* counts_;
  S energy_ = S(0);
  std::vector<S> observables_, phi_;
  MotionTerms<S> terms_;
  std::vector<S> raised_;  ///< A M^-1, m x n
  std::vector<S> offset_;  ///< b
  std::vector<S> gram_, work_;
};

}  // namespace rattleback
