#pragma once
// Provenance of a result: build, machine, source and time.

#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// Returns the version of the program, MAJOR.MINOR.PATCH.
std::string version();
std::string compiler();
std::string build_preset();
std::string build_type();
std::string build_flags();
/// Returns the instruction set of the build, such as x86_64 or aarch64.
std::string architecture();
std::string processor();
/// Returns library names with versions: from headers, for the C library at run time.
std::vector<std::pair<std::string, std::string>> library_versions();
/// Returns the commit of the source, with "-modified" if files differ from it. An installed
/// program, whose source is not there, returns the commit that CMake found; "unknown" if there was
/// none.
std::string source_commit();
/// Returns the current date as YYYY-MM-DD.
std::string today();
/// Returns CPU seconds of this process and of the children it has waited for.
double cpu_seconds_so_far();
/// Returns CPU seconds of the calling thread.
double cpu_seconds_of_this_thread();

}  // namespace rattleback
