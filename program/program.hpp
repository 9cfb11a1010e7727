#pragma once
// Entry point of the program as a function.

namespace rattleback {

/// Runs the command that the arguments state.
/// @return exit status. Throws Interrupted, and exceptions that `report_of_current_exception`
/// describes.
int run_program(int count, char const* const* arguments);

}  // namespace rattleback
