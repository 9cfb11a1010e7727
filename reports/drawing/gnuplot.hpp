// gnuplot as a child process in a temporary folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/child_process.hpp"
#include "base/files/files.hpp"

namespace rattleback::reports {

/// Temporary folder, removed with its contents by the destructor. If the process is killed, the
/// next process that creates one in the same place removes the folder.
class ScratchFolder {
 public:
  /// Creates the folder. Throws IoError if that fails.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<Descriptor> lock_;  ///< held during the lifetime of this object
};

/// Returns `text` as a gnuplot string constant on one line without substitutions; enhanced-text
/// markup stays active.
std::string gnuplot_quoted(std::string_view text);

/// Returns the path of gnuplot. Throws IoError naming its package if gnuplot is not found.
std::filesystem::path gnuplot_program();

/// Returns the version that gnuplot prints; empty if gnuplot is missing or fails.
std::string gnuplot_version();

/// Runs gnuplot on `script` with `folder` as working folder, in which gnuplot may read and write.
/// gnuplot gets only those variables of the environment that locate programs and libraries. Throws
/// IoError if gnuplot is missing, hangs, fails (with gnuplot's message) or does not find a
/// file; also throws what `watch` throws.
void run_gnuplot(std::filesystem::path const& folder, std::string_view script, Watch const& watch);

}  // namespace rattleback::reports
