#pragma once

#include <filesystem>
#include <vector>

namespace rattleback {

/// Returns the folders of the program's headers, handwritten ones first: its source and build
/// folders, or include/rattleback of the installation. Throws InvalidInput if neither exists.
std::vector<std::filesystem::path> header_folders();

/// Returns the folder of the accepted verdicts, in the source or the installation; it may be
/// missing.
std::filesystem::path accepted_verdicts();

}  // namespace rattleback
