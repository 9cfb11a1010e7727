#pragma once
// Changing a results folder so that it is whole whenever the program is killed.

#include <filesystem>
#include <string>

namespace rattleback {

/// Keeps other programs from writing into a results folder at the same time.
class ResultsLock {
 public:
  /// Creates `results` where it is missing, locks it and sweeps what killed runs left in it.
  /// Throws Misuse when it cannot be written into or is locked.
  explicit ResultsLock(std::filesystem::path const& results);
  ~ResultsLock();
  ResultsLock(ResultsLock const&) = delete;
  ResultsLock& operator=(ResultsLock const&) = delete;

 private:
  int descriptor_ = -1;
};

/// An experiment's folder in the making, beside the final one; removed unless published.
class PartialFolder {
 public:
  PartialFolder(std::filesystem::path const& results, std::string const& experiment);
  ~PartialFolder();
  PartialFolder(PartialFolder const&) = delete;
  PartialFolder& operator=(PartialFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  /// Puts it in the place of the final folder. No moment shows a mixture: the final folder is the
  /// old one, missing, or the new one.
  void publish();

 private:
  std::filesystem::path const final_, path_, old_;
};

}  // namespace rattleback
