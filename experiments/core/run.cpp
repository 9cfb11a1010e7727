#include "experiments/core/run.hpp"

namespace rattleback {

Run Run::with(RawQuad new_step, long new_steps, long new_every) const {
  auto run = *this;
  run.step = new_step;
  run.steps = new_steps;
  run.every = new_every;
  return run;
}

RunSpec Run::spec() const {
  return {.setting = {case_name, parameters, q, v, q1, false, is_method_state},
          .start = start,
          .options = options,
          .step = step,
          .steps = steps,
          .every = every,
          .section = section};
}

}  // namespace rattleback
