#pragma once
// Output to stdout, messages and progress of long work on stderr, and messages of exceptions; or
// their receiver, a caller in the same process.

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "integrators/core/method/method.hpp"

namespace rattleback {

class TableSink;

/// Receiver of the program's output.
class Caller {
 public:
  /// Stores a message. Thread-safe.
  void take_message(std::string message);

  std::string printed;                ///< in place of stdout
  std::vector<std::string> messages;  ///< warnings and notes, in place of stderr
  TableSink* table = nullptr;         ///< receives the nodes, or the crossings, of a run
  /// Receives progress several times a second, on any thread.
  std::function<void(std::string const& label, double fraction)> progress;

 private:
  std::mutex mutex_;
};

/// Returns the caller; null if the program runs by itself.
Caller* caller();
/// Sets the only caller. It must outlive the call of the program.
void set_caller(Caller* caller);

/// Prints to stdout, or to the caller.
void print_text(std::string const& text);

/// Writes "rattleback: MESSAGE" as one line on stderr; control characters become blanks. Never
/// throws: a message that cannot be written changes no result.
void print_message(std::string_view message) noexcept;

/// Writes a note that a file of a results folder is left out; `reason` names it.
void print_left_out(std::string const& reason);

/// Writes the buffer of stdout. Throws IoError if the buffer cannot be written.
void flush_stdout();

/// Name of a type as code writes it, without the namespace std.
std::string type_name(std::type_info const& type);

/// Message of an exception, and notes that show the place of the error.
struct ErrorReport {
  std::string message;
  std::vector<std::string> notes = {};
};
/// Returns the report of the exception that is being handled.
ErrorReport report_of_current_exception();

/// Line "LABEL 42%" on stderr, if stderr is a terminal and the work takes longer than a moment. A
/// program that calls the library gets the fractions instead.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Shows the fraction done. Throws Interrupted after a signal. Thread-safe.
  void operator()(double fraction);
  /// Prints a permanent line, also without a terminal, for parts of work that takes minutes.
  void line(std::string const& text);

 private:
  std::string const label_;
  bool const watched_;
  std::chrono::steady_clock::time_point next_;
  bool shown_ = false;
  std::mutex mutex_;
};

}  // namespace rattleback
