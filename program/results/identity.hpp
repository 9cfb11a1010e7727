#pragma once
// Identity of a run: everything that its numbers depend on, as one JSON object. Whatever is stored
// carries it, so that numbers of another problem, method or program are never taken for one's own.

#include <nlohmann/json.hpp>
#include <string>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Version of the entries of an identity; part of every identity. Older versions stored none.
inline constexpr int identity_version = 1;

/// Returns the part of a run's identity that formulas and code decide:
///   problem, integrator        names as they were given
///   method                     id of the method, with the scheme of a composition
///   formulas                   hash of a text's canonical form, or
///   code of problem ID         hash of the code of a problem of the catalogue or in a header
///   code of method ID          the same of the method, for a composition of the composed one
///   code of the core           hash of the code that every run uses
///   code of problems in texts  where the problem is a text
///   preset, flags, compiler, libraries   how the program was built
nlohmann::json code_identity(std::string const& problem_name, ProblemEntry const& problem,
                             std::string const& method_name, MethodEntry const& method);

/// Returns the entries of a stored identity that this program would state otherwise: its build, and
/// the code of the core and of the catalogue. Empty if there are none.
std::string differences_from_program(nlohmann::json const& identity);

/// Returns the names of the entries in which two identities differ, with values except for hashes.
/// Empty if the identities are equal. The name of a file is not compared where its content is.
std::string differences(nlohmann::json const& a, nlohmann::json const& b);

/// Returns the SHA-256 of an identity, apart from the names of files.
std::string identity_hash(nlohmann::json identity);

}  // namespace rattleback
