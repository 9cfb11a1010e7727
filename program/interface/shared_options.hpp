#pragma once
// Options and arguments that several verbs share, and options with a new name.

#include <string>

#include "program/interface/completion.hpp"

namespace rattleback {

/// Returns type and help of an option or argument that several verbs share. Throws
/// std::logic_error if there is none of that name.
OptionDescription const& shared_option(std::string const& name);

/// Returns the present name of an option that was renamed in the last version; else an empty text.
std::string renamed_option(std::string const& name);

}  // namespace rattleback
