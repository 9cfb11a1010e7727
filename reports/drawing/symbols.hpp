// Mathematical symbols of a system's components.
#pragma once

#include <map>
#include <string>

namespace rattleback::reports {

/// Returns the Greek letters by name ("theta").
std::map<std::string, char const*> const& greek_letters();

/// Returns the label in figures of the coordinate or velocity `name` of a card: its first letter,
/// Greek if the name of a Greek letter, with the rest as an index. "vtheta" is a v with the index
/// theta.
std::string symbol(std::string const& name);

}  // namespace rattleback::reports
