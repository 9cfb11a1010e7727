#include <nlohmann/json.hpp>

#include "base/files/files.hpp"

namespace rattleback {

std::string json_text(nlohmann::json const& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string in_lines(nlohmann::json const& value, int levels) {
  if (levels == 0 || !value.is_structured()) return json_text(value);
  std::string text;
  for (auto const& [key, member] : value.items())
    text += (text.empty() ? "" : ",\n") + (value.is_object() ? json_text(key) + ": " : "") +
            in_lines(member, levels - 1);
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

}  // namespace rattleback
