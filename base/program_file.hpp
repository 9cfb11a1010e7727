#pragma once

#include <filesystem>

namespace rattleback {

/// The file that this code was loaded from: the program, or a library of another program. Empty
/// where the system does not tell.
std::filesystem::path program_file();

}  // namespace rattleback
