// Mathematical symbols of a system's components.
#pragma once

#include <string>

namespace rattleback::reports {

/// Returns the label in figures of the coordinate or velocity `name` of a card: its first letter,
/// Greek if the name of a Greek letter, with the rest as an index. "vtheta" is a v with the index
/// theta.
std::string symbol(std::string const& name);

}  // namespace rattleback::reports
