#pragma once
// Atomic changes of a results folder: complete even if the program is killed; only files of this
// program are removed.

#include <filesystem>
#include <optional>
#include <string>

#include "base/files/files.hpp"

namespace rattleback {

/// True if `results` was created by this program: it contains the program's marker, or results of a
/// run, a comparison or timings.
bool is_results_folder(std::filesystem::path const& results);

/// Lock of a results folder against other processes.
class ResultsLock {
 public:
  /// Creates `results` if it is missing, locks it, marks it as a results folder and removes the
  /// remains of killed runs. Throws InvalidInput if it is locked or contains other files, and
  /// IoError if it is not writable.
  explicit ResultsLock(std::filesystem::path const& results);

  std::filesystem::path const& path() const { return results_; }
  /// Throws IoError if the locked folder was removed or replaced.
  void check() const;

 private:
  std::filesystem::path const results_;
  std::optional<Descriptor> folder_;
};

/// Temporary folder of an experiment next to the final one; removed unless published.
class PartialFolder {
 public:
  /// Creates the folder. Throws IoError if that fails.
  PartialFolder(ResultsLock const& lock, std::string const& experiment);
  ~PartialFolder();
  PartialFolder(PartialFolder const&) = delete;
  PartialFolder& operator=(PartialFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  /// Copies the regular files of the final folder except those in its folder `except`; a note names
  /// each other file that is omitted. Throws IoError.
  void copy_finished(std::string const& except) const;
  /// Flushes the folder to the disk and replaces the final folder. At any moment the final folder
  /// is the old one, missing, or the new one, never a mixture. Throws IoError.
  void publish();

 private:
  ResultsLock const& lock_;
  std::filesystem::path const final_, path_, old_;
};

}  // namespace rattleback
