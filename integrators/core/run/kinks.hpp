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

  /// Looks at a node. Returns the first zero of the event since the node before, on the exact
  /// motion from that node, in quad precision; nothing if the event kept its sign or began at zero.
  /// An event that changes its sign twice is found where its values and slopes at the nodes show
  /// it.
  std::optional<Passage> observe(S const& t, std::vector<S> const& q, std::vector<S> const& v);
  /// Returns the state at t, where a run ended after the last node, if the event is zero there.
  std::optional<Passage> observe_end(double t) const;

 private:
  enum class Search { at_end, before_end, between };
  double slope(S const& t, std::vector<S> const& q, std::vector<S> const& v, double ahead) const;
  std::optional<Passage> passage(S const& t1, Search search) const;

  System<S> system_;
  System<Quad> in_quad_;
  std::size_t event_;
  S t_ = S(0), value_ = S(0);
  std::vector<S> q_, v_;
};

}  // namespace rattleback
