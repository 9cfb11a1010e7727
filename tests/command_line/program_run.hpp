#pragma once
// Runs the real program in an empty folder of its own and keeps what it printed.

#include <filesystem>
#include <string>
#include <vector>

namespace rattleback {

/// A process that has ended. A signal that killed it counts as status 128 + signal.
struct Finished {
  int status;
  std::string out, err;
  long err_lines() const;
};

/// An empty folder, removed at the end of the test.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  std::filesystem::path path() const { return folder_; }
  std::string text_of(std::string const& file) const;
  /// Names of what the folder holds, sorted.
  std::vector<std::string> files() const;
  /// Runs the program here. With `interrupt_after_ms` > 0 it is sent SIGINT after that time.
  Finished run(std::vector<std::string> const& arguments, int interrupt_after_ms = 0) const;

 private:
  std::filesystem::path folder_;
};

/// Words separated by blanks.
std::vector<std::string> words(std::string const& text);

}  // namespace rattleback
