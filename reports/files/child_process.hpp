// Running another program so that no process of it is left when the run is over.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Called many times a second while something is waited for; what it throws ends the wait.
using Watch = std::function<void()>;

/// What to run: a program by its full path, with exactly this environment, in a working folder.
struct ChildProcess {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  ///< "NAME=VALUE" each
  std::filesystem::path folder;
  std::chrono::milliseconds patience;
  std::size_t most_output = 4096;  ///< bytes of its output that are kept
};

/// How a program ended.
struct ChildEnd {
  int status;          ///< as of waitpid
  std::string output;  ///< the beginning of what it wrote to stdout and stderr

  bool well() const { return status == 0; }
  /// "exit status 1" or "signal 9 (Killed)".
  std::string words() const;
};

/// The first executable regular file `name` in the folders of PATH; empty when there is none.
std::filesystem::path program_in_path(std::string const& name);

/// Runs a program without a shell, in a process group of its own, with nothing to read on stdin.
/// Throws FileFailure when it cannot be started or has not ended after its patience, and what
/// `watch` (which may be empty) throws. However it ends, its process group is killed.
ChildEnd run_child(ChildProcess const& process, Watch const& watch);

}  // namespace rattleback::reports
