#pragma once
// What the program says on stderr, apart from progress.

#include <string>
#include <string_view>
#include <vector>

namespace rattleback {

/// Writes "rattleback: MESSAGE" as one line on stderr, whatever the message holds. Never throws: a
/// message that nobody can read changes nothing.
void say(std::string_view message) noexcept;

/// Writes out what stdout still holds, before a line that says why the program fails: where that
/// cannot be written, this is the only line. Throws FileFailure.
void flush_stdout();

/// The line for an exception that is in flight, the exit status that it asks for, and notes that
/// show what the line is about.
struct Complaint {
  std::string message;
  int status;
  std::vector<std::string> notes = {};
};
Complaint complaint_of_current_exception();

}  // namespace rattleback
