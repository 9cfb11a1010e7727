// Components of a system as mathematics writes them.
#pragma once

#include <map>
#include <string>

namespace rattleback::reports {

/// Greek letters by their names ("theta").
std::map<std::string, char const*> const& greek_letters();

/// The coordinate or velocity that a card calls `name`, as a label of a figure: its first letter,
/// Greek where it is the name of a letter, with the rest as an index. "vtheta" is a v with the
/// index theta.
std::string symbol(std::string const& name);

}  // namespace rattleback::reports
