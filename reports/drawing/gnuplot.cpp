#include "reports/drawing/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "base/files/cleanup.hpp"
#include "base/files/files.hpp"
#include "base/io_error.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

// Time limit; the slowest figure takes a few seconds.
constexpr std::chrono::seconds patience{120};

fs::path temporary_folder() {
  std::error_code failure;
  fs::path const folder = fs::temp_directory_path(failure);
  if (!failure) return folder;
  char const* const chosen = std::getenv("TMPDIR");
  throw IoError(fmt::format("cannot use the temporary folder '{}' (TMPDIR): {}",
                            chosen ? chosen : "/tmp", failure.message()));
}

constexpr std::string_view scratch_name = "rattleback-figure-";

/// Removes the folders of killed processes. A running process holds a lock on its folder.
void sweep(fs::path const& folder) {
  std::error_code failed;
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    if (entry->path().filename().string().starts_with(scratch_name)) left.push_back(entry->path());
  for (auto const& path : left) {
    Descriptor const lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status;
    if (lock.number() >= 0 && ::fstat(lock.number(), &status) == 0 &&
        status.st_uid == ::geteuid() && ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0)
      fs::remove_all(path, failed);
  }
}

/// Returns an environment without the user's settings, terminals and locale, which could change a
/// figure.
std::vector<std::string> environment() {
  std::vector<std::string> kept{"LC_ALL=C.UTF-8"};
  for (std::string const name : {"PATH", "LD_LIBRARY_PATH"})
    if (char const* const value = std::getenv(name.c_str())) kept.push_back(name + "=" + value);
  return kept;
}

ChildEnd gnuplot(std::vector<std::string> arguments, fs::path const& folder, Watch const& watch) {
  return run_child({gnuplot_program(), std::move(arguments), environment(), folder, patience},
                   watch);
}

std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c); }, ' ');
  auto const begin = text.find_first_not_of(' ');
  if (begin == text.npos) return "no message";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  static std::once_flag once;
  auto const folder = temporary_folder();
  std::call_once(once, [&] { sweep(folder); });
  do {
    std::string name = (folder / (std::string(scratch_name) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
      throw_io_error(fmt::format("cannot create the temporary folder '{}'", name));
    path_ = name;
    clean_on_exit(path_);
    lock_.emplace(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Another process may sweep between creation and lock.
    if (lock_->number() < 0 || ::flock(lock_->number(), LOCK_EX) != 0) return;
    if (::access(path_.c_str(), F_OK) == 0) return;
    forget(path_);
  } while (true);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  forget(path_);
}

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (char const c : text) {
    if (c == '\'') quoted += '\'';
    quoted += std::iscntrl(static_cast<unsigned char>(c)) ? ' ' : c;
  }
  return quoted + "'";
}

fs::path gnuplot_program() {
  fs::path const program = program_in_path("gnuplot");
  if (program.empty())
    throw IoError("gnuplot is missing: no folder of PATH has it (package gnuplot-nox)");
  return program;
}

std::string gnuplot_version() {
  try {
    ChildEnd const end = gnuplot({"--version"}, "/", {});
    return end.well() ? end.output.substr(0, end.output.find('\n')) : "";
  } catch (IoError const&) {
    return "";
  }
}

void run_gnuplot(fs::path const& folder, std::string_view script, Watch const& watch) {
  std::string const name = "script.gp";
  write_text(folder / name, script);
  ChildEnd const end = gnuplot({"--default-settings", name}, folder, watch);
  // gnuplot only warns about a series whose file is missing.
  bool const missed = end.output.find("Cannot find or open file") != std::string::npos;
  if (!end.well() || missed)
    throw IoError(fmt::format("gnuplot failed with {}: {}", end.words(), on_one_line(end.output)));
}

}  // namespace rattleback::reports
