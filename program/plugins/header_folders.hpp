#pragma once

#include <filesystem>
#include <vector>

namespace rattleback {

/// Where the program's own headers are found, first those that are written by hand: its source and
/// build folders, or include/rattleback of the folder that it is installed in. Throws Misuse where
/// neither is there.
std::vector<std::filesystem::path> header_folders();

/// Where the accepted verdicts lie, in the source or in the installation; they may be missing.
std::filesystem::path accepted_verdicts();

}  // namespace rattleback
