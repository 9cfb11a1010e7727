#include "base/files/cleanup.hpp"

#include <signal.h>

#include <mutex>
#include <set>

namespace rattleback {

namespace {
namespace fs = std::filesystem;

struct Registered {
  std::mutex mutex;
  std::set<fs::path> paths, empty_folders;
  std::set<pid_t> groups;
};

/// Returns the registry; never destroyed, because other threads may work while the process ends.
Registered& registered() {
  static auto& all = *new Registered;
  return all;
}

fs::path whole_path(fs::path const& path) {
  std::error_code no_working_folder;
  auto const whole = fs::absolute(path, no_working_folder);
  return no_working_folder ? path : whole;
}
}  // namespace

void clean_on_exit(fs::path const& path) {
  auto const whole = whole_path(path);
  std::lock_guard const lock(registered().mutex);
  registered().paths.insert(whole);
}

void clean_empty_on_exit(fs::path const& path) {
  auto const whole = whole_path(path);
  std::lock_guard const lock(registered().mutex);
  registered().empty_folders.insert(whole);
}

void forget(fs::path const& path) {
  auto const whole = whole_path(path);
  std::lock_guard const lock(registered().mutex);
  registered().paths.erase(whole);
  registered().empty_folders.erase(whole);
}

void kill_on_exit(pid_t group) {
  std::lock_guard const lock(registered().mutex);
  registered().groups.insert(group);
}

void forget(pid_t group) {
  std::lock_guard const lock(registered().mutex);
  registered().groups.erase(group);
}

void clean_up() noexcept {
  registered().mutex.lock();  // never unlocked
  for (auto const group : registered().groups) ::kill(-group, SIGKILL);
  std::error_code ignored;
  // Two passes, because running threads may add a file to a folder while it is emptied.
  for (int pass = 0; pass < 2; ++pass)
    for (auto const& path : registered().paths) fs::remove_all(path, ignored);
  // Reverse order, because a folder is registered before its subfolders.
  auto const& folders = registered().empty_folders;
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    fs::remove(*folder, ignored);
}

}  // namespace rattleback
