#pragma once
// Files that the program reads.

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>

namespace rattleback {

/// The contents of a regular file, or what a pipe gives as long as somebody writes into it. Throws
/// IoError when it cannot be read.
/// @param most  bytes after which reading stops; a longer text has more than that
std::string text_in(std::filesystem::path const& path,
                    std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace rattleback
