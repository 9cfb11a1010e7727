// Running gnuplot in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rattleback::reports {

/// A temporary folder that is removed with everything in it at the end of the object's life.
class ScratchFolder {
 public:
  /// Creates the folder. Throws std::runtime_error when that is impossible.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Returns `text` as a gnuplot string constant on one line; enhanced-text markup stays active.
std::string gnuplot_quoted(std::string_view text);

/// Runs gnuplot on `script` with `folder` as working folder, where it may read and write files.
/// Throws std::runtime_error with gnuplot's message when gnuplot fails or is not installed.
void run_gnuplot(std::filesystem::path const& folder, std::string_view script);

}  // namespace rattleback::reports
