#pragma once
// Entry point of the program as a function.

namespace rattleback {

/// Scope of a command, or of look-ups in another process's place. Its end frees problems and
/// methods from outside the catalogue, because a caller in the same process may run many commands.
class CommandScope {
 public:
  CommandScope();
  ~CommandScope();
  CommandScope(CommandScope const&) = delete;
  CommandScope& operator=(CommandScope const&) = delete;
};

/// Runs the command that the arguments state.
/// @return exit status. Throws Interrupted, and exceptions that `report_of_current_exception`
/// describes.
int run_program(int count, char const* const* arguments);

}  // namespace rattleback
