// Filling a template from JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// Renders `text`, a mustache template, with `view`: JSON made of objects, lists, truth values and
/// strings. Throws std::runtime_error when the template is not valid.
std::string render_template(char const* text, nlohmann::json const& view);

}  // namespace rattleback::reports
