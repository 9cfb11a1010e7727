#pragma once
// Lookup of problems in users' headers; compilation of problems in text files.

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "program/plugins/header_class.hpp"
#include "program/plugins/unit_compiler.hpp"

namespace rattleback {

/// Returns the problem in a header with all methods of the catalogue, and compiles it if the cache
/// does not hold it; a note reports the compilation. Records the problem's id for later processes.
/// Throws InvalidInput if its equations have no solution anywhere, and as `compile_cached`.
/// Exceptions of the methods' functions are attributed to the header, see `in_code_of`.
ProblemEntry const& problem_in_header(HeaderClass const& in);

/// Frees all entries that `problem_in_header` returned, so that a changed header is compiled again.
/// No entry may be in use.
void forget_problems_in_headers();

/// Returns the problem of `problem_in_header` if `name` is the path of a header or the id of a
/// built problem; null otherwise.
ProblemEntry const* problems_in_headers(std::string const& name);

/// Sources of a problem for a translation unit that names the problem's class.
struct ProblemInUnit {
  std::string includes, type;
  std::vector<std::filesystem::path> headers;    ///< the user's header; empty: catalogue
  std::map<std::string, std::string> generated;  ///< equations of a user's header, see Unit
};
/// Returns the sources of a problem; none if the problem is not defined in a header.
std::optional<ProblemInUnit> problem_in_unit(ProblemEntry const& problem);

/// Compiles a problem in a text file with all methods if the cache does not hold it, so that runs
/// are faster, and records the text. Throws as `compile_cached`.
void compile_text(std::string const& path);

/// Returns the compiled code of a text; null if the text was not compiled, or, with a note, if its
/// code is damaged or was compiled by another program or compiler.
text::CompiledText compiled_text(text::ProblemFile const& file, text::LoadedProblem const& loaded);

}  // namespace rattleback
