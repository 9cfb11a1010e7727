// Rendering of templates from JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// Renders `text`, a mustache template, with `view`: JSON made of objects, lists, booleans and
/// strings. A list NAME that is not empty sets the flag has_NAME. {{>NAME}} inserts the part NAME
/// of reports/site/parts; no field of the view may have that name. Throws std::runtime_error if the
/// template is invalid.
std::string render_template(char const* text, nlohmann::json const& view);

/// Returns the value of a field whose section a template shows only if the text is not empty. (The
/// templates show a section for an empty text, but not for false.)
inline nlohmann::json or_false(std::string const& text) {
  return text.empty() ? nlohmann::json(false) : nlohmann::json(text);
}

}  // namespace rattleback::reports
