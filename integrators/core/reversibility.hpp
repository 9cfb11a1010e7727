#pragma once

#include "integrators/core/start.hpp"

namespace rattleback {

/// Reversal of a method's state: the problem's reversing symmetry (q, v) -> (q, -v), after the
/// drift to the next node where velocities live half a step later (then it exchanges the two
/// nodes).
template <class M, class P, class S>
Point<P, S> reversed(Point<P, S> const& z, S h) {
  Point<P, S> r{z.q, -z.v};
  if (M::card().velocity_node == 0.5) r.q = z.q + h * z.v;
  return r;
}

/// max |R F R F z - z| over all components, F one step; nan when a step fails.
template <template <class> class Problem, class M>
double reversibility_defect(RunSpec const& spec) {
  using P = Problem<double>;
  auto const resolved = resolve<P>(spec.setting);
  M const method = method_with<M>(spec.options);
  double const h = static_cast<double>(spec.step);
  auto const name = start_name<M>(spec.start);
  auto const& system = resolved.system;
  auto z = started(method, system, resolved.z, h, name);
  auto const start = start_point<Problem>(method, resolved, spec.setting, h, name);
  auto there = z;
  auto memory = memory_of(method, system, z, h, start);
  auto const stepped = [&](auto& point) {
    auto const step = method.step(system, point, memory, h);
    point = step.z;
    return step.outcome == Outcome::ok;
  };
  if constexpr (requires { method.reverse(system, there, memory, h); }) {
    // The state is an interval: after the first step there is one to turn round.
    if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
    z = there;
    for (int leg = 0; leg < 2; ++leg) {
      if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
      method.reverse(system, there, memory, h);
    }
  } else {
    for (int leg = 0; leg < 2; ++leg) {
      memory = memory_of(method, system, there, h, start);
      if (!stepped(there)) return std::numeric_limits<double>::quiet_NaN();
      there = reversed<M>(there, h);
    }
  }
  double defect = 0;
  for (int i = 0; i < size_of<P>; ++i) defect = std::max(defect, std::abs(there.q[i] - z.q[i]));
  for (int i = 0; i < dof_of<P>; ++i) defect = std::max(defect, std::abs(there.v[i] - z.v[i]));
  return defect;
}

}  // namespace rattleback
