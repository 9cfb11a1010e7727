#pragma once
// Control-C, and the signals TERM and HUP likewise: long work looks at a flag, and what does not
// look is ended all the same.

namespace rattleback {

/// From now on SIGINT, SIGTERM and SIGHUP (unless it is ignored, as under nohup) ask the program to
/// end. Work that looks ends by itself; after 0.4 s, or with a second signal, the process ends
/// wherever it is: what reports/cleanup.hpp knows of is removed. The exit status is 128 + signal.
void watch_for_interruption();

/// Throws Interrupted once a signal has arrived.
void throw_if_interrupted();

/// The exit status that an interruption asks for; 0 as long as there was none.
int interruption_status();

/// Says on stderr that the program was interrupted. Only the first call in a process says it and
/// returns true.
bool say_interrupted();

}  // namespace rattleback
