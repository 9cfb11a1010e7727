#pragma once
// What a result was made with.

#include <string>
#include <utility>
#include <vector>

namespace rattleback {

std::string compiler();
std::string build_preset();
std::string build_type();
std::string build_flags();
std::string processor();
/// Library and version: as its header says, and the C library as it runs.
std::vector<std::pair<std::string, std::string>> library_versions();
/// Commit of the source, with "-modified" when files differ from it; "unknown" outside a checkout.
std::string source_commit();
/// Today as YYYY-MM-DD.
std::string today();
/// CPU seconds of this process and of the children it has waited for.
double cpu_seconds_so_far();
/// Of the calling thread alone.
double cpu_seconds_of_this_thread();

}  // namespace rattleback
