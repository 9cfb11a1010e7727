#pragma once
// Driven systems of the study: runs with and without drag and force, variants of methods that take
// forces, and motions to compare with.

#include "experiments/beyond/shared/contenders.hpp"

namespace rattleback::beyond {

/// Driven system of the study.
struct DrivenSystem {
  char const *problem, *case_name;
  char const* name;   ///< in texts
  char const* table;  ///< in names of tables
  /// Values of the parameters that remove drag and force.
  std::vector<std::pair<std::string, RawQuad>> free;
};

/// Returns the system of that problem. Throws std::logic_error if the study does not use it.
DrivenSystem const& driven_system(std::string const& problem);

enum class Forces { on, off };

/// Returns a run without a method.
/// @param every  number of steps between recorded nodes; 0: first and last node only
Run driven_run(DrivenSystem const& on, RawQuad step, long steps, long every = 0,
               Forces forces = Forces::on);

/// Returns the variant of a method with these options.
MethodVariant variant(std::string const& method,
                      std::vector<std::pair<std::string, std::string>> options = {},
                      std::string label = "");

/// Returns every method with fixed steps that applies to `problem`, with one entry per discrete
/// force, number of stages and form, and the compositions of contenders().
std::vector<MethodVariant> methods_with_forces(std::string const& problem);

/// Motion by odeint_rkf78 with tolerance 1e-13.
struct CheckedMotion {
  Trajectory<double> run;
  double disagreement;  ///< largest difference of the last configuration from tolerance 1e-12
};
/// Returns the motion at the nodes of a run.
CheckedMotion checked_motion(Study& study, Run const& run);

}  // namespace rattleback::beyond
