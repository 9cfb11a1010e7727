#pragma once
// Interruption by the signals INT (Control-C), TERM and HUP: long work checks a flag; other work is
// ended by a thread.

namespace rattleback {

/// Installs handlers of SIGINT, SIGTERM and SIGHUP (unless ignored, as under nohup). Work that
/// checks the flag ends by itself. After 0.4 s, or at a second signal, the process ends at any
/// point, after the cleanup of base/files/cleanup.hpp. The exit status is 128 + signal.
void watch_for_interruption();

/// Throws Interrupted if a signal has arrived.
void throw_if_interrupted();

/// Sets a function that throw_if_interrupted() calls, on any thread, for hosts with their own
/// signal handling; it may throw Interrupted.
void look_at_host(void (*look)());

/// Returns the exit status of an interruption; 0 if there was none.
int interruption_status();

/// Prints on stderr that the program was interrupted. Only the first call of a process prints it
/// and returns true.
bool print_interruption();

/// Suppresses the message of later signals, because the program has printed why it ends.
void keep_silent_when_interrupted();

}  // namespace rattleback
