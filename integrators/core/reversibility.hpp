#pragma once

#include "integrators/core/chart.hpp"
#include "integrators/core/composition.hpp"

namespace rattleback {

/// Reversal of a method's state: the problem's reversing symmetry (q, v) -> (q, -v), after the
/// drift to the next node where velocities live half a step later (then it exchanges the two
/// nodes).
template <class M, class P, class S>
Point<P, S> reversed(Point<P, S> const& z, S h) {
  Point<P, S> r{z.q, -z.v};
  if constexpr (is_euclidean<typename P::Space>)
    if (card_of<M>().velocity_node == 0.5) r.q = z.q + h * z.v;
  return r;
}

/// The system of the motion that runs backwards: an affine drift turns round.
template <class P>
P reversed_system(P const& system) {
  if constexpr (requires { system.reversed(); })
    return system.reversed();
  else
    return system;
}

/// max |R F R F z - z| over all components, F one step; nan when a step fails.
template <template <class> class Problem, class M>
double reversibility_defect(RunSpec const& spec) {
  using P = Problem<double>;
  using V = Counted<View<M, P>>;  // the step that integrate() compiles anyway
  auto const resolved = resolve<P>(spec.setting);
  M const method = method_with<M>(spec.options);
  double const h = static_cast<double>(spec.step);
  auto const name = start_name(card_of<M>(), spec.start);
  Counts counts;
  V const systems[]{{ViewOf<M, P>::of(resolved.system), &counts},
                    {ViewOf<M, P>::of(reversed_system(resolved.system)), &counts}};
  auto const begin = seen<View<M, P>>(resolved.z);
  auto const at_start =
      start_point<P>(&reference<Problem>, counts_in_tau(method), resolved, spec.setting, h, name);
  StartPoint<V, double> const start{at_start.name, at_start.second};
  Point<V, double> z = started(method, systems[0], Point<V, double>{begin.q, begin.v}, h, start);
  auto there = z;
  auto memory = memory_of(method, systems[0], z, h, start);
  std::vector<double> const weights(spec.composition.begin(), spec.composition.end());
  auto const stepped = [&](V const& system, auto& point) {
    auto const step = composed_step(method, system, point, memory, h, weights);
    point = step.z;
    return step.outcome == Outcome::ok;
  };
  double const failed = std::numeric_limits<double>::quiet_NaN();
  if constexpr (requires { method.reverse(systems[0], there, memory, h); }) {
    // The state is an interval: after the first step there is one to turn round.
    if (!stepped(systems[0], there)) return failed;
    z = there;
    for (auto const& system : systems) {
      if (!stepped(system, there)) return failed;
      method.reverse(system, there, memory, h);
    }
  } else {
    for (auto const& system : systems) {
      memory = memory_of(method, system, there, h, start);
      if (!stepped(system, there)) return failed;
      there = reversed<M>(there, h);
    }
  }
  double defect = 0;
  for (int i = 0; i < size_of<P>; ++i) defect = std::max(defect, std::abs(there.q[i] - z.q[i]));
  for (int i = 0; i < dof_of<P>; ++i) defect = std::max(defect, std::abs(there.v[i] - z.v[i]));
  return defect;
}

}  // namespace rattleback
