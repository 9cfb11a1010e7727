#pragma once
// The code that results depend on, hashed when the program was built.

#include <map>
#include <string>

namespace rattleback {

/// SHA-256 of parts of the source; cmake/code_hashes.cmake lists their names.
std::map<std::string, std::string> const& code_hashes();

}  // namespace rattleback
