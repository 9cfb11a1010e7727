#pragma once
// How far long work is, on stderr and only when somebody watches.

#include <chrono>
#include <mutex>
#include <string>

namespace rattleback {

/// A line "LABEL 42%" on stderr, if stderr is a terminal and the work takes longer than a moment.
/// A program that calls the library gets the fractions instead of any line.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Shows the fraction done. Throws Interrupted once a signal asks for the end. Any thread may
  /// call it.
  void operator()(double fraction);
  /// Writes a line that stays, also where nobody watches: for parts of work that takes minutes.
  void line(std::string const& text);

 private:
  std::string const label_;
  bool const watched_;
  std::chrono::steady_clock::time_point next_;
  bool shown_ = false;
  std::mutex mutex_;
};

}  // namespace rattleback
