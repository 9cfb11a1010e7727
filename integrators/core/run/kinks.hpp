#pragma once
// Kinks of a text's formulas, and its events, at a point and along a motion: where an argument of
// ProblemTable::kink_arguments changes its sign, the motion has only finitely many derivatives.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/tables/kink_arguments.hpp"

namespace rattleback {

/// Says why a step from this point fails if a formula of a text is the reason: a force that is not
/// finite, or a kink at which a derivative may be infinite. Empty if neither is the case.
template <class S>
std::string defect_of_formulas(System<S> const& system, S const& t, S const* q, S const* v);

/// Returns the kinks that a run in double precision meets, see ProblemEntry::kinks.
std::vector<MetKink> kinks_met(SharedProblem const& problem, Setting const& setting,
                               Trajectory<double> const& run);

/// Watches one event of a system from node to node.
template <class S>
class EventWatch {
 public:
  /// Time and state at which an event passes zero.
  struct Passage {
    S t;
    std::vector<S> q, v, multipliers;
  };

  /// Throws InvalidInput if the system has no event of this name.
  EventWatch(System<S> const& system, std::string const& name);

  /// Looks at a node. Returns the zero of the event since the node before, on the exact motion from
  /// that node, in quad precision; nothing if the event kept its sign or began at zero.
  std::optional<Passage> observe(S const& t, std::vector<S> const& q, std::vector<S> const& v);

 private:
  Passage passage(S const& t1) const;

  System<S> system_;
  System<Quad> in_quad_;
  std::size_t event_;
  S t_ = S(0), value_ = S(0);
  std::vector<S> q_, v_;
};

}  // namespace rattleback
