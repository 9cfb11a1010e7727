#pragma once
// Methods in headers of the user, where a method is looked up by name.

#include <optional>
#include <string>

#include "program/method_compiler.hpp"

namespace rattleback {

/// The method in a header. Without `type` it is the header's name in camel case: MyMethod in
/// my_method.hpp. Throws Misuse where the name is no C++ name, FileFailure where there is no file.
MethodFile method_file(std::string const& header, std::optional<std::string> const& type = {});

/// The method on the problem, compiled where it is not in the cache (a note says so); it is then
/// known by its id in later processes, too. Throws Misuse on problems that are in no header, and as
/// compiled_method.
MethodEntries const& method_in_file(MethodFile const& file, ProblemEntry const& problem);

/// Where `name` is the path of a header, or the id of a method that was built: as method_in_file;
/// else null.
MethodEntries const* methods_in_files(ProblemEntry const& problem, std::string const& name);

}  // namespace rattleback
