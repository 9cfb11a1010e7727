#pragma once
// Headers of the program, classes in users' headers, records of the ids of built classes, and
// lookup of methods in users' headers.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Class of a method in a user's header.
struct HeaderClass {
  std::filesystem::path header;  ///< absolute path
  std::string type;
};

/// Returns the class `type` in the header; by default the header's name in camel case, MyMethod in
/// my_method.hpp. Throws InvalidInput if the name is not a C++ name, IoError if the file is
/// missing.
HeaderClass class_in_header(std::string const& header, std::optional<std::string> const& type = {});

/// Returns the folders of the program's headers, handwritten ones first: its source and build
/// folders, or include/rattleback of the installation. Throws InvalidInput if neither exists.
std::vector<std::filesystem::path> header_folders();

/// True if the name of a method is the path of a header.
bool is_header(std::string const& word);

/// Throws InvalidInput unless the id consists of letters, digits and _.
void require_id(std::string const& id, HeaderClass const& in);

/// Record of a method that was built.
struct BuiltClass {
  std::string id;
  HeaderClass in;
  std::vector<std::string> built_for;  ///< ids of the problems that it was compiled for
};
/// Records that the id means the class. Throws InvalidInput if it also means a class in a header
/// that still exists, IoError if the cache cannot be written.
void register_built(std::string const& id, HeaderClass const& in, std::string const& built_for);
/// Returns the record of the id, if there is one. Throws IoError if the record is damaged.
std::optional<BuiltClass> find_built(std::string const& id);
/// Returns the records of all classes whose headers exist, sorted by id. A note names each damaged
/// record.
std::vector<BuiltClass> all_built();

/// During its life, methods are compiled with the equations of a problem of the catalogue, as the
/// catalogue's methods are: where times are compared, and for speed.
class MethodsWithOwnEquations {
 public:
  MethodsWithOwnEquations();
  ~MethodsWithOwnEquations();
  MethodsWithOwnEquations(MethodsWithOwnEquations const&) = delete;
  MethodsWithOwnEquations& operator=(MethodsWithOwnEquations const&) = delete;
};

/// Returns the method for the problem, and compiles it if the cache does not hold it; a note
/// reports the compilation. A problem of the catalogue runs as its text, with a method that is
/// compiled once for all texts on its kind of space; as its class where no text of any size states
/// it, or the cache holds the method with its equations. Records the method's id for later
/// processes. Throws InvalidInput and IoError as `compile_cached`. Exceptions of the method's
/// functions are attributed to the header, see `in_code_of`.
MethodEntries const& method_in_header(HeaderClass const& in, ProblemEntry const& problem);

/// Frees all entries that `method_in_header` returned, so that a changed header is compiled again.
/// No entry may be in use.
void forget_methods_in_headers();

/// Returns the methods of `method_in_header` if `name` is the path of a header or the id of a built
/// method; null otherwise.
MethodEntries const* methods_in_headers(ProblemEntry const& problem, std::string const& name);

/// Returns the card of a method that was built. Throws InvalidInput if no problem of the record
/// exists.
MethodCard card_of_built(BuiltClass const& method);

}  // namespace rattleback
