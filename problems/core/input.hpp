#pragma once
// Files that the program reads.

#include <filesystem>
#include <string>

namespace rattleback {

/// The contents of a regular file, or what a pipe gives as long as somebody writes into it. Throws
/// FileFailure when it cannot be read.
std::string text_in(std::filesystem::path const& path);

}  // namespace rattleback
