#pragma once
// Identity of a run: everything that its numbers depend on, as one JSON object. Stored results
// contain it, so that numbers of another problem, method or program are never confused.

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
///   code of problem ID         hash of the text of a problem of the catalogue with its extra, or
///   of a
///                              text compiled with a header
///   code of method ID          hash of the method's code; composition: of the base method
///   code of the core           hash of the code that every run uses
///   preset, flags, compiler, libraries   how the program was built
nlohmann::json code_identity(std::string const& problem_name, ProblemEntry const& problem,
                             std::string const& method_name, MethodEntry const& method);

/// Returns the entries of a stored identity that differ from this program: its build, and the code
/// of the core and of the catalogue. Empty if there are none.
std::string differences_from_program(nlohmann::json const& identity);

/// Returns the names of the entries in which two identities differ, with values except for hashes.
/// Empty if the identities are equal. File names are ignored if contents are compared.
std::string differences(nlohmann::json const& a, nlohmann::json const& b);

/// Returns the SHA-256 of an identity, without file names.
std::string identity_hash(nlohmann::json identity);

}  // namespace rattleback
