#pragma once
// Problems in text files, where a problem is looked up by name.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/text/structure.hpp"
#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// A problem in a file, and what methods that are compiled later need of it.
struct LoadedProblem {
  std::string space;  ///< as a C++ type
  int constraints = 0;
  bool driven = false;
  ProblemEntry entry;
  std::shared_ptr<void> loaded;  ///< Loaded<space, constraints>
  Findings findings;
  std::string code;  ///< code of its functions, see code.hpp
};

/// A space with a number of constraints, compiled with all methods.
struct CompiledSignature {
  std::string space;  ///< factors as in a file, "R2 SO3"
  int constraints;
  bool driven;  ///< for problems with forces or functions of time
  void (*load)(ProblemFile& file, LoadedProblem& to);
};
/// Returns the signatures with which the program was built.
std::vector<CompiledSignature> const& compiled_signatures();
/// Returns the signature of a text; null if the program was not built with this signature.
CompiledSignature const* built_signature(ProblemFile const& file);

/// The space of these factors as a C++ type: Product<R<2>, SO3>.
std::string space_type(std::vector<std::string> const& factors);

using CompileSignature = std::function<CompiledSignature(std::vector<std::string> const& factors,
                                                         int constraints, bool driven)>;
/// Asked for shapes that the program was not built with; may throw InvalidInput and IoError. To be
/// called once, before threads look problems up.
void register_signature_compiler(CompileSignature maker);

/// Asked for the same problem with its own functions compiled, when it has been loaded; null where
/// there is none of it. To be called once, before threads look problems up.
using CompiledText = void (*)(ProblemFile& file, LoadedProblem& to);
void look_up_compiled_texts(
    std::function<CompiledText(ProblemFile const& file, LoadedProblem const& loaded)> source);

/// True if the name is the path of a file and not a name of the catalogue.
bool is_path(std::string const& problem);

/// The problem in a file. Problems of one shape share what is compiled for it. Throws InvalidInput,
/// and IoError when the file cannot be read.
ProblemEntry const& problem_in_file(std::string const& path);
/// The problem that a text states, as problem_in_file; `path` names it in messages.
ProblemEntry const& problem_in_text(std::string const& path, std::string text);
/// Frees all entries that problem_in_file and problem_in_text returned. No entry may be in use.
void forget_problems_in_files();
/// The parts of an entry of a text; null for others.
LoadedProblem const* loaded_problem(ProblemEntry const& entry);

}  // namespace rattleback::text
