// Cleanup at process exit without unwinding: removes unfinished files and folders, kills child
// processes.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace rattleback {

/// Registers `path` for removal by clean_up(): a file, or a folder with its contents. Call it
/// before the path is created, so that an interruption cannot leave the path behind. Thread-safe.
void clean_on_exit(std::filesystem::path const& path);
/// Registers the folder `path` for removal by clean_up() if the folder is empty then.
void clean_empty_on_exit(std::filesystem::path const& path);
/// Cancels the registration of `path`, which has its final name or no longer exists.
void forget(std::filesystem::path const& path);

/// Registers the process group `group`, which clean_up() kills (SIGKILL).
void kill_on_exit(pid_t group);
/// Cancels the registration of `group`, whose processes have ended.
void forget(pid_t group);

/// Kills the groups and removes the paths. Call it once, just before the process ends: afterwards
/// all functions above block for ever, so that no new file or process appears. Not for signal
/// handlers, whose thread might be in one of these functions.
void clean_up() noexcept;

}  // namespace rattleback
