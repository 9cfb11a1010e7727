#pragma once
// Progress of long work, on stderr if it is a terminal.

#include <chrono>
#include <mutex>
#include <string>

namespace rattleback {

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
