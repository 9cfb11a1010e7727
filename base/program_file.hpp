#pragma once

#include <filesystem>

namespace rattleback {

/// Returns the file that this code was loaded from: the program, or a library of another program.
/// Empty if the system does not tell.
std::filesystem::path program_file();

}  // namespace rattleback
