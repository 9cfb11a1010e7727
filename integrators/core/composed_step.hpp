#pragma once

#include "integrators/core/stepper.hpp"

namespace rattleback {

/// A step of h: of the method itself where `weights` is empty, of its composition with them else.
/// Its multipliers are those of the central substep, whose midpoint is that of the step, or those
/// at its end node where those of the method live there. A step that fails leaves all as it was;
/// one that went well can be taken back.
template <class P, class S>
StepReport<P, S> composed_step(Stepper<P, S>& stepper, S h, std::vector<S> const& weights) {
  stepper.keep();
  StepReport<P, S> step;
  if (weights.empty()) {
    step = stepper.step(h);
  } else {
    auto const to_weight = [&](S const& from, S const& to) { stepper.rescale(to / from); };
    auto central = step.multipliers;
    S last(1);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      to_weight(last, weights[i]);
      last = weights[i];
      step = stepper.step(last * h);
      if (step.outcome != Outcome::ok) break;
      if (i == weights.size() / 2) central = step.multipliers;
    }
    to_weight(last, S(1));
    if (stepper.card().multiplier_node != 0) step.multipliers = central;
  }
  if (step.outcome != Outcome::ok) stepper.take_back();
  return step;
}

}  // namespace rattleback
