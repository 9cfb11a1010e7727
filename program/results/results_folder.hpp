#pragma once
// Changing a results folder so that it is whole whenever the program is killed, and so that nothing
// in it is removed but what this program made.

#include <filesystem>
#include <string>

namespace rattleback {

/// Writes to the disk what is in `folder`, with its names. Throws FileFailure.
void sync_folder(std::filesystem::path const& folder);

/// Tells whether `results` is a folder whose contents this program made: it carries the program's
/// marker, or it has results of a run, a comparison or timings.
bool is_results_folder(std::filesystem::path const& results);

/// Keeps other programs from writing into a results folder at the same time.
class ResultsLock {
 public:
  /// Creates `results` where it is missing, locks it, marks it as a results folder and removes what
  /// killed runs left in it. Throws Misuse when it is locked or has contents that are not ours, and
  /// FileFailure when it cannot be written into.
  explicit ResultsLock(std::filesystem::path const& results);
  ~ResultsLock();
  ResultsLock(ResultsLock const&) = delete;
  ResultsLock& operator=(ResultsLock const&) = delete;

  std::filesystem::path const& path() const { return results_; }
  /// Throws FileFailure when the folder that was locked has been removed or replaced.
  void check() const;

 private:
  std::filesystem::path const results_;
  int descriptor_ = -1;
};

/// An experiment's folder in the making, beside the final one; removed unless published.
class PartialFolder {
 public:
  /// Throws FileFailure when it cannot be created.
  PartialFolder(ResultsLock const& lock, std::string const& experiment);
  ~PartialFolder();
  PartialFolder(PartialFolder const&) = delete;
  PartialFolder& operator=(PartialFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  /// Copies the regular files of the final folder that are not in its folder `except`, and says
  /// which other files it leaves out. Throws FileFailure.
  void copy_finished(std::string const& except) const;
  /// Puts it on the disk and in the place of the final folder. No moment shows a mixture: the final
  /// folder is the old one, missing, or the new one. Throws FileFailure.
  void publish();

 private:
  ResultsLock const& lock_;
  std::filesystem::path const final_, path_, old_;
};

}  // namespace rattleback
