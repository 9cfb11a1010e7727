#pragma once
// Provenance of a result: build, machine, source and time.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "program/interface/json.hpp"

namespace rattleback {

/// Returns the version of the program: MAJOR.MINOR.PATCH of a release, MAJOR.MINOR.PATCH+N after N
/// more commits.
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
/// Returns the commit of the source when the program was built, with "-modified" if files differed
/// from it; "unknown" outside a repository.
std::string source_commit();
/// Returns version, commit and number of the schema of JSON, which every result contains as
/// `program`.
nlohmann::json program_stamp();
/// Returns the object with the field `program`.
Json stamped(JsonObject object);
/// Prints a result as a JSON object with the field `program`.
void print_result(JsonObject const& result);
/// Returns the current date as YYYY-MM-DD.
std::string today();
/// Returns CPU seconds of this process and of the children it has waited for.
double cpu_seconds_so_far();

}  // namespace rattleback
