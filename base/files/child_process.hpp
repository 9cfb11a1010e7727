// Child processes: running a program such that none of its processes outlives the run.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rattleback {

/// Callback during a wait, called many times per second; an exception ends the wait.
using Watch = std::function<void()>;

/// Program to run: full path, complete environment, working folder.
struct ChildProcess {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  ///< entries "NAME=VALUE"
  std::filesystem::path folder;
  std::chrono::milliseconds patience;  ///< time limit
  std::size_t most_output = 4096;      ///< retained bytes of the output
};

/// Exit of a program.
struct ChildEnd {
  int status;          ///< status of waitpid
  std::string output;  ///< beginning of the output to stdout and stderr

  bool well() const { return status == 0; }
  /// Returns "exit status 1" or "signal 9 (Killed)".
  std::string words() const;
};

/// Returns the first executable regular file `name` in the folders of PATH; empty if not found.
std::filesystem::path program_in_path(std::string const& name);

/// Runs a program without a shell, in its own process group, with an empty stdin. The process group
/// is killed in every case, also if the calling process is killed. Throws IoError if the program
/// cannot be started or exceeds the time limit; also throws what `watch` (which may be empty)
/// throws.
ChildEnd run_child(ChildProcess const& process, Watch const& watch);

}  // namespace rattleback
