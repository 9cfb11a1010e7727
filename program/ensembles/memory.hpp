#pragma once
// Available memory of the process.

#include <cstdint>
#include <filesystem>
#include <string>

namespace rattleback {

/// Returns the bytes available to this process: the least of the system's available memory, of what
/// its control groups (version 1 or 2) leave, and of what its limit on address space (`ulimit -v`)
/// leaves. `root`: folder in place of / for reading /proc and /sys.
std::uint64_t available_memory(std::filesystem::path const& root = "/");

/// Formats a size with three digits and a unit: "1.23 GB".
std::string bytes_in_words(double bytes);

}  // namespace rattleback
