#pragma once
// Events of a text: formulas that a run may be ended at the zero of.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/tables/kink_arguments.hpp"

namespace rattleback {

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
