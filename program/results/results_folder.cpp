#include "program/results/results_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "base/files/cleanup.hpp"
#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "experiments/core/experiment.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {

namespace {
namespace fs = std::filesystem;

constexpr char const* marker = ".rattleback-results";
constexpr char const* marker_text =
    "This is a results folder of rattleback, which replaces the folders of experiments and the "
    "reports in it.\n";

/// Throws IoError if an operation of the file system failed.
void demand(std::error_code const& failure, std::string const& what) {
  if (failure) throw IoError(what + ": " + failure.message());
}

fs::path partial_folder(fs::path const& results, std::string const& experiment) {
  return results / ("." + experiment + ".partial");
}
fs::path old_folder(fs::path const& results, std::string const& experiment) {
  return results / ("." + experiment + ".old.partial");
}

/// True for names that only this program gives to unfinished folders.
bool is_unfinished(std::string const& name) {
  return std::any_of(experiments().begin(), experiments().end(), [&](Experiment const& e) {
    return name == partial_folder("", e.id) || name == old_folder("", e.id);
  });
}

std::vector<std::string> names_in(fs::path const& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    names.push_back(at->path().filename().string());
  demand(failure, fmt::format("cannot read the folder '{}'", folder.string()));
  return names;
}

void remove_own(fs::path const& path) {
  std::error_code failure;
  fs::remove_all(path, failure);
  demand(failure, fmt::format("cannot remove '{}' of an earlier run", path.string()));
}

/// Removes the remains of killed runs. Restores a finished folder that a run had put aside.
void sweep(fs::path const& results) {
  std::error_code ignored;
  for (auto const& experiment : experiments()) {
    auto const finished = results / experiment.id, old = old_folder(results, experiment.id);
    if (fs::exists(old, ignored) && !fs::exists(finished, ignored))
      fs::rename(old, finished, ignored);
  }
  for (auto const& name : names_in(results))
    if (is_unfinished(name)) remove_own(results / name);
}

/// Locks the folder, unless its file system has no locks. Waits briefly, because a child of a
/// killed program shares the lock until it executes gnuplot.
bool locked_by_another(int descriptor) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return false;
    if (std::chrono::steady_clock::now() >= end) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// True if `file` is JSON with all of `keys`.
bool has_keys(fs::path const& file, std::vector<char const*> const& keys) {
  try {
    auto const object = read_json(file);
    return std::all_of(keys.begin(), keys.end(),
                       [&](char const* key) { return object.contains(key); });
  } catch (std::exception const&) {
    return false;
  }
}

/// True if the folder contains at most the remains of a run killed at its beginning.
bool is_new(fs::path const& results) {
  auto const names = names_in(results);
  return std::all_of(names.begin(), names.end(), [](std::string const& name) {
    return is_unfinished(name) || name.starts_with(fmt::format("{}.", marker));
  });
}

void sync(fs::path const& path, int kind) {
  Descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | kind));
  if (file.number() < 0 || (::fsync(file.number()) != 0 && errno != EINVAL))
    throw_io_error(fmt::format("cannot write '{}' to the disk", path.string()));
}

/// Flushes the contents and names of `folder` to the disk. Throws IoError.
void sync_folder(fs::path const& folder) {
  for (auto const& name : names_in(folder)) {
    auto const path = folder / name;
    auto const kind = fs::symlink_status(path).type();
    if (kind == fs::file_type::directory) sync_folder(path);
    if (kind == fs::file_type::regular) sync(path, 0);
  }
  sync(folder, O_DIRECTORY);
}

}  // namespace

bool is_results_folder(fs::path const& results) {
  std::error_code ignored;
  if (fs::is_regular_file(results / marker, ignored)) return true;
  // Folders of versions without the marker, and folders of compare and of the timings.
  if (has_keys(results / "run.json", {"experiments", "papers"})) return true;
  if (has_keys(results / "bench.json", {"benchmarks", "context"})) return true;
  for (auto const& experiment : experiments())
    if (has_keys(results / experiment.id / "manifest.json", {"components", "outputs"})) return true;
  if (fs::is_directory(results / "comparison", ignored))
    for (auto const& file : files_in(results / "comparison", ".json"))
      if (has_keys(file, {"problem", "methods"})) return true;
  return false;
}

ResultsLock::ResultsLock(fs::path const& results) : results_(results) {
  FolderInUse const made(results);
  // A lock on the folder leaves no file and ends with the process.
  folder_.emplace(::open(results.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_->number() < 0)
    throw_io_error(fmt::format("cannot open the results folder '{}'", results.string()));
  if (locked_by_another(folder_->number()))
    throw InvalidInput(fmt::format("another rattleback is writing into the results folder '{}'",
                                   results.string()));
  if (!is_results_folder(results) && !is_new(results))
    throw InvalidInput(
        fmt::format("'{}' is not a results folder: it contains other files; name a new, an "
                    "empty or an earlier results folder",
                    results.string()));
  // Written every time as a test of write access.
  write_atomically(results / marker, marker_text);
  sweep(results);
}

void ResultsLock::check() const {
  struct stat locked, named;
  bool const there =
      ::fstat(folder_->number(), &locked) == 0 && ::stat(results_.c_str(), &named) == 0;
  if (!there || locked.st_dev != named.st_dev || locked.st_ino != named.st_ino)
    throw IoError(fmt::format(
        "the results folder '{}' was removed or replaced while it was written", results_.string()));
}

PartialFolder::PartialFolder(ResultsLock const& lock, std::string const& experiment)
    : lock_(lock),
      final_(lock.path() / experiment),
      path_(partial_folder(lock.path(), experiment)),
      old_(old_folder(lock.path(), experiment)) {
  lock.check();
  remove_own(path_);
  clean_on_exit(path_);
  std::error_code failure;
  fs::create_directory(path_, failure);
  if (failure) forget(path_);
  demand(failure, fmt::format("cannot create '{}'", path_.string()));
}

PartialFolder::~PartialFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  forget(path_);
}

void PartialFolder::copy_finished(std::string const& except) const {
  std::error_code failure;
  auto const follow = fs::directory_options::follow_directory_symlink;
  for (fs::recursive_directory_iterator at(final_, follow, failure), end; !failure && at != end;
       at.increment(failure)) {
    auto const name = at->path().lexically_relative(final_);
    if (*name.begin() == except) {
      at.disable_recursion_pending();
    } else if (at->is_directory(failure)) {
      fs::create_directory(path_ / name, failure);
    } else if (at->is_regular_file(failure)) {
      rattleback::copy_file(at->path(), path_ / name);
    } else if (!failure) {
      print_message(
          fmt::format("note: '{}' is not a regular file and is omitted", at->path().string()));
    }
    if (failure) break;
  }
  demand(failure, fmt::format("cannot copy '{}'", final_.string()));
}

void PartialFolder::publish() {
  lock_.check();
  sync_folder(path_);
  std::error_code failure, ignored;
  bool const replaces = fs::exists(final_, ignored);
  if (replaces) fs::rename(final_, old_, failure);
  demand(failure, fmt::format("cannot rename '{}' to '{}'", final_.string(), old_.string()));
  fs::rename(path_, final_, failure);
  if (failure && replaces) fs::rename(old_, final_, ignored);
  demand(failure, fmt::format("cannot move the results to '{}'", final_.string()));
  sync(lock_.path(), O_DIRECTORY);
  remove_own(old_);
}

}  // namespace rattleback
