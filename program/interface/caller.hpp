#pragma once
// Caller in the same process, which receives output, messages and tables of the program.

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

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

}  // namespace rattleback
