#pragma once
// Control-C as a flag that long work looks at.

namespace rattleback {

/// From now on the first SIGINT sets a flag; a second one ends the process at once.
void watch_for_interruption();

/// Throws Interrupted once SIGINT has arrived.
void throw_if_interrupted();

}  // namespace rattleback
