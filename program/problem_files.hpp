#pragma once
// Problems in headers of the user, where a problem is looked up by name, and shapes of problems in
// text files that the program was not built with.

#include "integrators/core/further.hpp"
#include "integrators/core/text/lookup.hpp"
#include "program/header_class.hpp"
#include "program/unit_compiler.hpp"

namespace rattleback {

/// The problem in a header with all methods of the catalogue, compiled where it is not in the cache
/// (a note says so); it is then known by its id in later processes, too. Throws Misuse where its
/// equations have no solution anywhere, and as compiled().
ProblemEntry const& problem_in_header(HeaderClass const& in);

/// Where `name` is the path of a header, or the id of a problem that was built: as
/// problem_in_header; else null.
ProblemEntry const* problems_in_headers(std::string const& name);

/// What a unit needs in order to name the problem: nothing for one of the catalogue or of a text
/// file. None where the problem is in no header.
struct ProblemInUnit {
  std::string includes, type;
  std::vector<std::filesystem::path> headers;
  std::map<std::string, std::string> beside;  ///< the generated equations of a header of the user
};
std::optional<ProblemInUnit> problem_in_unit(ProblemEntry const& problem);

/// Compiles the shape where it is not in the cache; a note says so.
text::CompiledShape compiled_shape(std::vector<std::string> const& factors, int constraints);

/// Compiles a problem in a text file with all methods for speed, where that is not in the cache,
/// and remembers it. Throws as compiled().
void compile_text(std::string const& path);

/// The code of a text that was compiled, where it is still that of this program; null else, with a
/// note where it was another's.
text::CompiledText compiled_text(text::ProblemFile const& file, text::LoadedProblem const& loaded);

}  // namespace rattleback
