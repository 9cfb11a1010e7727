#pragma once
// What memory there is, for work that must ask before it takes much.

#include <cstdint>
#include <filesystem>
#include <string>

namespace rattleback {

/// Bytes that this process may still take: the least of what the system has available, of what its
/// control groups (version 1 or 2) leave, and of what its limit on address space (`ulimit -v`)
/// leaves. `root` stands for / where /proc and /sys are read.
std::uint64_t available_memory(std::filesystem::path const& root = "/");

/// Three digits and a unit: "1.23 GB".
std::string bytes_in_words(double bytes);

}  // namespace rattleback
