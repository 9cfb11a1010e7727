#pragma once
// Compilation of problems in text files, alone or with an extra.

#include "integrators/core/registry/lookup.hpp"
#include "program/plugins/method_files.hpp"
#include "program/plugins/unit_compiler.hpp"

namespace rattleback {

/// Returns a text with its extra, FILE.hpp, if `rattleback build` compiled both, and
/// compiles them again if the cache has lost them; null where there is no header, or, with a note,
/// where it was not compiled. Throws InvalidInput for the path of a header, and as
/// `compile_cached`.
ProblemEntry const* problems_with_extras(std::string const& name);

/// Frees all entries that `problems_with_extras` returned, so that a changed text is compiled
/// again. No entry may be in use.
void forget_problems_with_extras();

/// Sources of a problem for a translation unit that names the problem's class.
struct ProblemInUnit {
  std::string includes, type;
  std::vector<std::filesystem::path> headers;    ///< the extra of a text; empty: catalogue
  std::map<std::string, std::string> generated;  ///< class and equations of a text, see Unit
};
/// Returns the sources of a problem; none for a text without a class.
std::optional<ProblemInUnit> problem_in_unit(ProblemEntry const& problem);

/// Compiles a problem in a text file with all methods if the cache does not hold it, so that runs
/// are faster, and records the text. Throws as `compile_cached`.
void compile_text(std::string const& path);

/// Returns the compiled code of a text; null if the text was not compiled, or, with a note, if its
/// code is damaged or was compiled by another program or compiler.
text::CompiledText compiled_text(text::ProblemFile const& file, text::LoadedProblem const& loaded);

}  // namespace rattleback
