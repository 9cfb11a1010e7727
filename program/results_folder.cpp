#include "program/results_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

#include "problems/core/misuse.hpp"
#include "reports/manifest.hpp"

namespace rattleback {

namespace {
namespace fs = std::filesystem;

/// Names that only this program gives, and only to what is not finished.
bool is_unfinished(fs::path const& path) {
  auto const name = path.filename().string();
  return (name.starts_with(".") && name.ends_with(".partial")) || name.ends_with(".part");
}

void sweep(fs::path const& results) {
  std::vector<fs::path> unfinished;
  for (auto const& entry : fs::directory_iterator(results))
    if (is_unfinished(entry.path())) unfinished.push_back(entry.path());
  for (auto const& path : unfinished) fs::remove_all(path);
}

/// Locks the folder, unless its file system knows no locks. A program just killed may have left a
/// child on its way to becoming gnuplot, which shares the lock for a moment: that is waited for.
bool locked_by_another(int descriptor) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return false;
    if (std::chrono::steady_clock::now() >= end) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}
}  // namespace

ResultsLock::ResultsLock(fs::path const& results) {
  std::error_code failure;
  fs::create_directories(results, failure);
  try {
    reports::write_atomically(results / ".writable", "");
    fs::remove(results / ".writable");
  } catch (std::exception const&) {
    throw Misuse(fmt::format("cannot write into the results folder '{}'", results.string()));
  }
  // A lock on the folder itself leaves no file behind and ends with the process, however it ends.
  descriptor_ = ::open(results.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ >= 0 && locked_by_another(descriptor_)) {
    ::close(descriptor_);
    throw Misuse(fmt::format("another rattleback is writing into the results folder '{}'",
                             results.string()));
  }
  sweep(results);
}

ResultsLock::~ResultsLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

PartialFolder::PartialFolder(fs::path const& results, std::string const& experiment)
    : final_(results / experiment),
      path_(results / ("." + experiment + ".partial")),
      old_(results / ("." + experiment + ".old.partial")) {
  fs::remove_all(path_);
  fs::create_directories(path_);
}

PartialFolder::~PartialFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void PartialFolder::publish() {
  if (fs::exists(final_)) fs::rename(final_, old_);
  fs::rename(path_, final_);
  fs::remove_all(old_);
}

}  // namespace rattleback
