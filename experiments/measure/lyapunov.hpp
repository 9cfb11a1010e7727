#pragma once
// How fast a method's neighbouring orbits part.

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// What lyapunov_exponent measures: `method` from `run.setting` with `run.step` and `run.options`;
/// `run.steps` is the number of steps between two pulls, and there are `pulls` of them.
struct TwinSpec {
  RunSpec run;
  long pulls = 0;
  std::vector<double> direction;  ///< of the first separation, q and then v; empty: no coordinate
                                  ///< is favoured, lest it lie in an invariant subspace
  double distance = 1e-8;  ///< to which the twin is pulled back; well above rounding, and small
                           ///< enough that `run.steps` steps do not make it large
};

/// Largest finite-time Lyapunov exponent, per unit time.
struct LyapunovEstimate {
  double exponent = 0;
  Outcome outcome = Outcome::ok;  ///< of the first step that failed; then the exponent is nan
};

/// Largest finite-time Lyapunov exponent of a method on a problem, by a twin orbit that is pulled
/// back along its separation after every `run.steps` steps (Benettin et al. 1976). Each pull puts
/// the twin's velocity on the constraint (Setting::project), and the separation, Euclidean in
/// (q, v), is measured from where its run really starts. A regular orbit shows about
/// log(time)/time.
/// Throws Misuse where a state is not a point on the constraint from which the method can be
/// continued (velocities between nodes, adaptive solvers), on pulls or distances not > 0 and on a
/// direction of the wrong length.
LyapunovEstimate lyapunov_exponent(MethodEntry const& method, TwinSpec const& spec);

/// The exponent above which an orbit of that length counts as chaotic: three times log(time)/time.
double chaos_threshold(double time);

}  // namespace rattleback
