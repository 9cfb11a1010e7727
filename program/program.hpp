#pragma once
// The whole program as a function.

namespace rattleback {

/// Runs the verb that the arguments name, as the command line does. Returns the exit status; throws
/// what `complaint_of_current_exception` puts into words, and Interrupted.
int run_program(int count, char const* const* arguments);

}  // namespace rattleback
