#pragma once
// Problems in text files, where a problem is looked up by name.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "integrators/core/tables/step_table.hpp"
#include "integrators/core/text/examination.hpp"
#include "problems/text/problem_file.hpp"
#include "problems/text/run_tapes.hpp"

namespace rattleback::text {

/// A problem in a file, and what methods that are compiled later need of it.
struct LoadedProblem {
  std::string signature;  ///< arguments of the ProblemSignature that loaded it
  ProblemEntry entry;
  std::shared_ptr<Loaded> loaded;
  ExaminedSystem findings;
  std::string code;  ///< code of its functions, see code_of()
};

/// Code in quad precision for texts on one kind of space, which is compiled apart from that in
/// double precision.
struct InQuad {
  /// Returns the functions of a problem.
  ProblemTable<Quad> (*mechanics)(Loaded const& problem);
  /// Returns a problem with its standard parameters, which names its dependent velocities.
  std::shared_ptr<void> (*system)(Loaded const& problem,
                                  std::vector<int> const& dependent_velocities);
  /// Returns the method at a place of the catalogue, for a problem that has these structures; null
  /// where it needs another one.
  StepTable<Quad> const* (*table)(std::size_t place, Structures const& has);
};

/// Functions that load texts on one kind of space.
struct TextLoader {
  SpaceKind kind;
  bool driven;            ///< for problems with forces or functions of time
  std::string signature;  ///< see LoadedProblem
  void (*load)(ProblemFile& file, LoadedProblem& to);
  /// Records the formulas and equations. Throws InputFileError.
  void (*record)(Loaded& to);
  InQuad const& (*in_quad)();
  /// Returns a problem in double precision, as InQuad::system.
  std::shared_ptr<void> (*system)(Loaded const& problem,
                                  std::vector<int> const& dependent_velocities);
};
/// Returns those with which the program was built: all, or none.
std::vector<TextLoader> const& text_loaders();
/// Returns one of them. Throws InvalidInput in a build without texts.
TextLoader const& loader(SpaceKind kind, bool driven);

/// Returns the text of a problem of the catalogue, recorded.
std::shared_ptr<Loaded const> text_of_catalogue(std::string const& id);
/// Returns a problem of the catalogue as its text alone states it.
LoadedProblem problem_of_catalogue(std::string const& id);

/// Arguments of the ProblemSignature of a text with sizes that are known when it is compiled, as in
/// "Product<R<2>, SO3>, 2, false".
std::string fixed_signature(ProblemFile const& file);

/// Asked for the same problem with its own functions compiled, when it has been loaded; null where
/// there is none of it. To be called once, before threads look problems up.
using CompiledText = void (*)(ProblemFile& file, LoadedProblem& to);
void look_up_compiled_texts(
    std::function<CompiledText(ProblemFile const& file, LoadedProblem const& loaded)> source);

/// True if the name is the path of a file and not a name of the catalogue.
bool is_path(std::string const& problem);

/// The problem in a file. Throws InvalidInput, and IoError when the file cannot be read.
ProblemEntry const& problem_in_file(std::string const& path);
/// The problem that a text states, as problem_in_file; `path` names it in messages.
ProblemEntry const& problem_in_text(std::string const& path, std::string text);
/// Frees all entries that problem_in_file and problem_in_text returned. No entry may be in use.
void forget_problems_in_files();
/// The parts of an entry of a text; null for others.
LoadedProblem const* loaded_problem(ProblemEntry const& entry);

/// Keeps the entry of a text, also beyond forget_problems_in_files(), until the last copy of the
/// result ends. Null for other entries.
std::shared_ptr<LoadedProblem const> keep(ProblemEntry const& entry);

/// While it lives, problem_in_file() returns a kept problem for the path by which it was read.
class InPlaceOfFile {
 public:
  explicit InPlaceOfFile(std::shared_ptr<LoadedProblem const> problem);
  ~InPlaceOfFile();
  InPlaceOfFile(InPlaceOfFile const&) = delete;
  InPlaceOfFile& operator=(InPlaceOfFile const&) = delete;
};

}  // namespace rattleback::text
