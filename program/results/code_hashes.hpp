#pragma once
// Hashes of the code that results depend on, computed when the program was built.

#include <map>
#include <string>

namespace rattleback {

/// Returns the SHA-256 of parts of the source; cmake/code_hashes.cmake lists their names.
std::map<std::string, std::string> const& code_hashes();

}  // namespace rattleback
