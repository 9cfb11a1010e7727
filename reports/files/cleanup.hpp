// What must not outlive this process when it ends without unwinding: unfinished files and folders,
// and processes that it started.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace rattleback::reports {

/// From now on clean_up() removes `path`, a file or a folder with all that it holds. To be called
/// before the path is made, so that no moment leaves it behind. Any thread may call it.
void clean_on_exit(std::filesystem::path const& path);
/// From now on clean_up() removes the folder `path` if it is empty by then.
void clean_empty_on_exit(std::filesystem::path const& path);
/// `path` has got its final name or is gone.
void forget(std::filesystem::path const& path);

/// From now on clean_up() kills the process group `group` (SIGKILL).
void kill_on_exit(pid_t group);
/// The processes of `group` have ended.
void forget(pid_t group);

/// Kills the groups and removes the paths. To be called once, just before the process ends: from
/// then on all functions above wait for ever, so that nothing new is begun. Not for signal
/// handlers, whose thread might be in one of these functions.
void clean_up() noexcept;

}  // namespace rattleback::reports
