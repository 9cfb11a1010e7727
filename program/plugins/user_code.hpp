#pragma once
// Calls of code in users' headers: exceptions become InvalidInput that names the header, output to
// stdout goes to stderr, and a call of exit or a fault ends the process with a message.

#include <string>

namespace rattleback {

struct MethodEntry;

/// Redirection of stdout to stderr during the life of this object, because stdout holds results.
class StdoutToStderr {
 public:
  StdoutToStderr();
  ~StdoutToStderr();
  StdoutToStderr(StdoutToStderr const&) = delete;
  StdoutToStderr& operator=(StdoutToStderr const&) = delete;

 private:
  int stdout_;
};

/// States whether a command runs. During a command, a call of exit, quick_exit, _exit or
/// std::terminate and the signals of a fault (SEGV, BUS, FPE, ILL, ABRT) are attributed to the
/// loaded headers, if any: one line, and exit status 2.
void set_command_runs(bool runs);

/// Registers a header whose code is about to be loaded.
void register_loaded_header(std::string const& header);

/// Rethrows the current exception: InvalidInput, IoError, Interrupted and Stopped unchanged, any
/// other exception as InvalidInput that names the header, the type and the text of the exception.
[[noreturn]] void rethrow_from(std::string const& header);

/// Calls `function`, which runs code of the header. Throws as `rethrow_from`.
template <class Function>
decltype(auto) in_code_of(std::string const& header, Function const& function) {
  try {
    return function();
  } catch (...) {
    rethrow_from(header);
  }
}

/// Wraps every function of a method that was compiled with the header by `in_code_of`.
void wrap_functions(MethodEntry& method, std::string const& header);

}  // namespace rattleback
