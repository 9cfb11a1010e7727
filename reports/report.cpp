#include "reports/report.hpp"

#include <fmt/format.h>

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "generated/page.hpp"
#include "reports/manifest.hpp"
#include "reports/page_view.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;
using kainjow::mustache::data;
using nlohmann::json;

/// Hands JSON made of objects, lists, truth values and strings to the template.
data to_mustache(json const& value) {
  if (value.is_object()) {
    data object{data::type::object};
    for (auto const& [key, member] : value.items()) object.set(key, to_mustache(member));
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

fs::path write_report(fs::path const& results_folder) {
  fs::path const page_path = results_folder / "index.html";
  try {
    kainjow::mustache::mustache page{page_template};
    if (!page.is_valid()) throw std::runtime_error("page template: " + page.error_message());
    write_atomically(page_path, page.render(to_mustache(page_view(results_folder))));
  } catch (json::exception const& error) {
    throw std::runtime_error(fmt::format("{}: {}", results_folder.string(), error.what()));
  }
  return page_path;
}

}  // namespace rattleback
