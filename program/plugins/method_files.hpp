#pragma once
// Lookup of methods in users' headers.

#include "integrators/core/registry/registry.hpp"
#include "program/plugins/header_class.hpp"

namespace rattleback {

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
