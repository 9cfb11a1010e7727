#pragma once

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// A study of reduced length that has measured nothing.
inline Study empty_study() {
  return {true, 1, [](double) {}};
}

}  // namespace rattleback
