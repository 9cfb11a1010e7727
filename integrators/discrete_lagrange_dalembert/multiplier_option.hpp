#pragma once

#include "integrators/core/mechanics.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// The option `multipliers` of methods whose multiplier is implicit in general.
template <class M>
Option<M> multiplier_option() {
  return choice_option<M, MultiplierSolve>(
      "multipliers", &M::multipliers,
      "closed form where the constraint allows one, or always Newton's method",
      {{"closed", MultiplierSolve::closed}, {"newton", MultiplierSolve::newton}});
}

}  // namespace rattleback
