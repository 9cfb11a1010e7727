// Filling a template from JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// Renders `text`, a mustache template, with `view`: JSON made of objects, lists, truth values and
/// strings. {{>NAME}} in it stands for the part NAME of reports/site/parts, a name that no field of
/// the view may have. Throws std::runtime_error when the template is not valid.
std::string render_template(char const* text, nlohmann::json const& view);

}  // namespace rattleback::reports
