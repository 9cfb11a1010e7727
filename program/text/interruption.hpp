#pragma once
// Control-C, and the signals TERM and HUP likewise: long work looks at a flag, and what does not
// look is ended all the same.

namespace rattleback {

/// From now on SIGINT, SIGTERM and SIGHUP (unless it is ignored, as under nohup) ask the program to
/// end. Work that looks ends by itself; after 0.4 s, or with a second signal, the process ends
/// wherever it is: what reports/files/cleanup.hpp knows of is removed. The exit status is 128 +
/// signal.
void watch_for_interruption();

/// Throws Interrupted once a signal has arrived.
void throw_if_interrupted();

/// As if the signal had arrived, and as if none had: for callers that have signals of their own.
void interrupt(int signal);
void forget_interruption();

/// The exit status that an interruption asks for; 0 as long as there was none.
int interruption_status();

/// Says on stderr that the program was interrupted. Only the first call in a process says it and
/// returns true.
bool say_interrupted();

/// The program has said why it ends: a signal that comes now is no news.
void keep_silent_when_interrupted();

/// From now on say_interrupted() says nothing where `speaks` returns false: one of several
/// processes that end together speaks for all. Any thread may call `speaks`.
void let_others_say_interrupted(bool (*speaks)());

}  // namespace rattleback
