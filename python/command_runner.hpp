#pragma once
// Runner of the program's commands inside another process, such as an interpreter: one command at a
// time, in a thread of its own. It does not depend on Python, so that it can be tested without
// Python.

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Interpreter that waits for a command. The thread that runs a command holds the interpreter's
/// lock and calls all functions.
class Host {
 public:
  virtual ~Host() = default;
  /// Calls `wait`, which takes 50 ms at most, while other threads of the interpreter run.
  virtual void while_others_run(std::function<void()> const& wait) = 0;
  /// Checks for signals. An exception ends the command.
  virtual void look() = 0;
  /// Shows the progress of the command. An exception ends the command.
  virtual void show(std::string const& label, double fraction) = 0;
};

/// Table of a run: numbers row by row.
class Rows final : public TableSink {
 public:
  void begin(std::vector<std::string> const& names) override { columns = names; }
  void row(std::vector<double> const& values) override {
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  void row(std::vector<RawQuad> const& values) override {
    for (RawQuad const value : values) numbers.push_back(static_cast<double>(value));
  }

  std::vector<std::string> columns;
  std::vector<double> numbers;
};

/// Results of a command.
struct CommandResult {
  enum class End { returned, interrupted, misuse, file_failure, no_memory, defect };
  End end = End::returned;
  int status = 0;
  std::string printed;                ///< text in place of stdout
  std::vector<std::string> messages;  ///< notes and warnings
  Rows rows;
  std::string complaint;  ///< error message, unless the command returned
};

/// Exception of a command that cannot run: a command of the same thread runs, or the process was
/// forked during a command.
struct CommandRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Exception of commands that are ended by the end of the interpreter.
struct InterpreterEnds {};

/// Runs a command after all others have ended. While it waits and runs, it checks for signals every
/// 50 ms; an exception of the host interrupts the command and is rethrown after the command has
/// ended. Throws CommandRefused and InterpreterEnds.
CommandResult run_command(std::vector<std::string> arguments, bool wants_table, Host& host);

/// Interrupts the commands of other threads and waits until they have ended. Call it when the
/// interpreter ends; afterwards only the calling thread runs commands.
void end_commands(Host& host);

}  // namespace rattleback
