#include "reports/site/mustache.hpp"

#include <kainjow/mustache.hpp>
#include <stdexcept>

#include "generated/site_texts.hpp"

namespace rattleback::reports {
namespace {

using kainjow::mustache::data;
using nlohmann::json;

data to_mustache(json const& value) {
  if (value.is_object()) {
    data object{data::type::object};
    for (auto const& [key, member] : value.items()) {
      object.set(key, to_mustache(member));
      if (auto const flag = "has_" + key; member.is_array() && !value.contains(flag))
        object.set(flag, data{!member.empty()});
    }
    return object;
  }
  if (value.is_array()) {
    data list{data::type::list};
    for (json const& element : value) list.push_back(to_mustache(element));
    return list;
  }
  if (value.is_boolean()) return data{value.get<bool>()};
  return data{value.get<std::string>()};
}

}  // namespace

std::string render_template(char const* text, json const& view) {
  kainjow::mustache::mustache page{text};
  if (!page.is_valid()) throw std::runtime_error("page template: " + page.error_message());
  data filled = to_mustache(view);
  for (auto const& [name, part] : page_parts) filled.set(name, part);
  return page.render(filled);
}

}  // namespace rattleback::reports
