#pragma once
// Input of files and pipes.

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>

namespace rattleback {

/// Returns the contents of a regular file, or of a pipe until its writers close it. Throws
/// IoError if it cannot be read.
/// @param most  limit in bytes; a longer input is cut after more than `most` bytes
std::string text_in(std::filesystem::path const& path,
                    std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace rattleback
