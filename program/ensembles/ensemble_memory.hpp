#pragma once
// Memory of an ensemble: estimate and check before the allocation.

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// Quantities that determine an ensemble's memory in addition to its specification.
struct EnsembleUse {
  long orbits = 0;          ///< number of orbits of this process
  bool as_text = false;     ///< true if parts are written as text, to files or other processes
  long final_numbers = 0;   ///< numbers of the final state of an orbit; 0: not stored
  int sharing_machine = 1;  ///< number of equally loaded processes on this machine
};

/// Returns an upper estimate of an ensemble's memory in bytes. The estimate may be too low if
/// crossings of the section follow each other within twenty steps.
double expected_bytes(EnsembleSpec const& spec, EnsembleUse const& use);

/// Throws InvalidInput, naming size, available memory and a sufficient option, if the expected
/// memory of the ensemble exceeds the available memory. Sets spec.grown to throw as well if the
/// memory in use exceeds the available memory during the run.
void ask_for_memory(EnsembleSpec& spec, EnsembleUse const& use);

}  // namespace rattleback
