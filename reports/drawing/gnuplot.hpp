// Running gnuplot in a folder of its own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "reports/files/child_process.hpp"
#include "reports/files/files.hpp"

namespace rattleback::reports {

/// A temporary folder that is removed with everything in it at the end of the object's life; should
/// the process be killed, by the next process that makes one in the same place.
class ScratchFolder {
 public:
  /// Creates the folder. Throws FileFailure when that is impossible.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<Descriptor> lock_;  ///< held during the life of this object
};

/// Returns `text` as a gnuplot string constant on one line, in which gnuplot replaces nothing;
/// enhanced-text markup stays active.
std::string gnuplot_quoted(std::string_view text);

/// Where gnuplot is. Throws FileFailure, naming its package, when there is none.
std::filesystem::path gnuplot_program();

/// As gnuplot says it; empty when there is none that runs.
std::string gnuplot_version();

/// Runs gnuplot on `script` with `folder` as working folder, where it may read and write files.
/// Nothing of the user's environment reaches it but where programs and libraries are found. Throws
/// FileFailure when gnuplot is missing, hangs, fails (with gnuplot's message) or misses a file, and
/// what `watch` throws.
void run_gnuplot(std::filesystem::path const& folder, std::string_view script, Watch const& watch);

}  // namespace rattleback::reports
