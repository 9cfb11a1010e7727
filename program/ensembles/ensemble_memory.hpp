#pragma once
// The memory of an ensemble, asked for before it is taken.

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// What an ensemble's memory depends on beside its specification.
struct EnsembleUse {
  long orbits = 0;          ///< that this process computes
  bool as_text = false;     ///< are parts written as text, to files or to another process?
  int sharing_machine = 1;  ///< processes that compute as much on this machine
};

/// An estimate of the bytes that an ensemble takes, from above unless crossings of its section
/// follow each other within twenty steps.
double expected_bytes(EnsembleSpec const& spec, EnsembleUse const& use);

/// Throws Misuse, naming size, available memory and an option that would fit, when the ensemble is
/// expected to take more than is available. Sets spec.grown to do the same once it has come to take
/// more after all.
void ask_for_memory(EnsembleSpec& spec, EnsembleUse const& use);

}  // namespace rattleback
