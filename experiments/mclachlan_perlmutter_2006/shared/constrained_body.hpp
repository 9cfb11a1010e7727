#pragma once
// Bodies on SO(3) and SO(4) with left-invariant constraints, and two projections of a momentum onto
// the constraint: by multipliers, and by the metric of the kinetic energy.

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/free_rigid_body.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct ConstrainedBody {
  long n;
  std::string name, problem;
  Matrix one_forms;  ///< rows: mu_j on the velocities below the diagonal

  FreeRigidBody free() const { return {n}; }
  Run run(std::string const& method) const { return {problem, method}; }
  /// Velocity of the catalogue's case.
  Vector velocity(Study& study) const {
    return theory::vector_of<Quad>(
        study.execute_quad(run("moser_veselov").with(0.01_quad, 1)).v[0]);
  }
  /// Basis of k, one vector per column.
  Matrix allowed() const;
  /// M + sum lambda_j mu_j in m, as in (6.8).
  Vector by_multipliers(Vector const& M) const;
  /// Momentum as by_multipliers(), with the unit metric of the velocities, one form after the
  /// other.
  Vector by_unit_metric(Vector const& M) const;
  /// Momentum of the velocity in k that is nearest, in the kinetic energy, to the velocity of M.
  Vector by_metric(Vector const& M) const;
};

std::vector<ConstrainedBody> const& constrained_bodies();

}  // namespace rattleback::mclachlan_perlmutter_2006
