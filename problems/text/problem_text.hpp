#pragma once

#include <string>

namespace rattleback::text {

/// Returns the text of a problem of the catalogue, problems/ID.toml. Throws std::out_of_range for
/// another id.
std::string const& text_in_catalogue(std::string const& id);

}  // namespace rattleback::text
