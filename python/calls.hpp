#pragma once
// Calls from Python: the computation runs in the calling thread while other threads of Python run,
// and looks at signals, at the progress callback and at the end of the interpreter.

#include <pybind11/pybind11.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "program/interface/messages.hpp"
#include "program/program.hpp"

namespace rattleback {

// Exceptions of the package. Never released: Python may have ended before the process's data.
inline PyObject *misuse = nullptr, *file_failure = nullptr;

/// Decodes text; bytes that are not UTF-8, as in file names, become what os.fsencode() restores.
pybind11::str text_of(std::string const& bytes);

/// One call of a thread, with the interpreter's lock.
class Call {
 public:
  /// @param progress  callback f(label, fraction), or None
  explicit Call(pybind11::object progress);
  /// Computes without the interpreter's lock. Exceptions become those of Python.
  void compute(std::function<void()> const& function);
  /// For computations, on any thread without the interpreter's lock: lets signal handlers and the
  /// callback run, at intervals. Throws Interrupted.
  void look(std::string const& label, double fraction);
  /// Without progress.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  pybind11::object const progress_;
  std::string label_;
  double fraction_ = -1;  ///< < 0: nothing to show
  std::mutex looking_;
  Clock::time_point next_look_, next_show_;
  std::exception_ptr thrown_;  ///< exception of a signal handler or of the callback
};

/// Turn of a thread to look up names and to run commands; one thread has it. The constructor waits
/// for it. Raises RuntimeError if the thread has it already.
class Turn {
 public:
  explicit Turn(Call& call);
  ~Turn();
  Turn(Turn const&) = delete;
  Turn& operator=(Turn const&) = delete;
  Caller caller;  ///< receives output and messages

 private:
  std::unique_lock<std::timed_mutex> lock_;
  std::optional<CommandScope> scope_;
};

/// Ends the calls of other threads; for the end of the interpreter.
void end_calls();

/// Prepares calls; once.
void prepare_calls();

}  // namespace rattleback
