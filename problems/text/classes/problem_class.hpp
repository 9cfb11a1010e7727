#pragma once

#include <string>

#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// Returns the C++ header of a problem of the catalogue: the class template over the number type
/// that methods are compiled for. Its formulas are those of the text, operation by operation.
/// Throws InvalidInput unless the id is a name in C++.
/// @param id     name of the file without `.toml`
/// @param extra  path of the header with what formulas cannot state; empty: there is none
std::string problem_class(ProblemFile const& file, std::string const& id, std::string const& extra);

/// Returns the name of the class: `ChaplyginSleigh` for `chaplygin_sleigh`.
std::string class_name(std::string const& id);

}  // namespace rattleback::text
