#pragma once
// A caller in the same process, who takes what the program would print, say and write.

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

class Caller {
 public:
  /// Any thread may call it.
  void take_message(std::string message);

  std::string printed;                ///< in place of stdout
  std::vector<std::string> messages;  ///< warnings and notes, in place of stderr
  TableSink* table = nullptr;         ///< takes the nodes, or the crossings, of a run
  /// Called several times a second, by any thread.
  std::function<void(std::string const& label, double fraction)> progress;

 private:
  std::mutex mutex_;
};

/// Null where the program runs by itself.
Caller* caller();
/// There is one at a time. What it points to must outlive the call of the program.
void set_caller(Caller* caller);

/// Prints to stdout, or to the caller.
void print_text(std::string const& text);

}  // namespace rattleback
