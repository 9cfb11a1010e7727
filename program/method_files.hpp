#pragma once
// Methods in headers of the user, where a method is looked up by name.

#include "integrators/core/registry.hpp"
#include "program/header_class.hpp"

namespace rattleback {

/// The method on the problem, compiled where it is not in the cache (a note says so); it is then
/// known by its id in later processes, too. Throws Misuse and FileFailure as compiled().
MethodEntries const& method_in_header(HeaderClass const& in, ProblemEntry const& problem);

/// Frees all entries that were returned. To be called when nobody uses one of them; a header that
/// has changed in the meantime is compiled the next time.
void forget_methods_in_headers();

/// Where `name` is the path of a header, or the id of a method that was built: as method_in_header;
/// else null.
MethodEntries const* methods_in_headers(ProblemEntry const& problem, std::string const& name);

/// The card of a method that was built, from a problem that it was built for.
MethodCard card_of_built(BuiltClass const& method);

}  // namespace rattleback
