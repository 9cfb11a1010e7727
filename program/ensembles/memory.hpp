#pragma once
// Memory of an ensemble: estimate, and check before the allocation.

#include <filesystem>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Returns the bytes available to this process: the least of the system's available memory, of what
/// its control group leaves in a container, and of what its limit on address space (`ulimit -v`)
/// leaves. `root`: folder in place of / for reading /proc and /sys.
double available_memory(std::filesystem::path const& root = "/");

/// Throws InvalidInput if the expected memory of an ensemble, an upper estimate unless crossings of
/// the section follow each other within twenty steps, exceeds the available memory. Sets spec.grown
/// to throw as well if statistics and crossings exceed it during the run.
/// @param orbits  number of orbits of this process    @param as_text  true if parts are written
/// @param final_numbers  numbers of the final state of an orbit; 0: not stored
void require_memory(EnsembleSpec& spec, long orbits, bool as_text, long final_numbers);

}  // namespace rattleback
