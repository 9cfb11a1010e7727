#include "reports/site/pages.hpp"

#include <fmt/format.h>

#include <array>
#include <kainjow/mustache.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/files/files.hpp"
#include "base/files/packed.hpp"
#include "generated/site_texts.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

using kainjow::mustache::data;

/// Entries of the menu with their pages.
constexpr std::array menu{std::pair{"Papers", "site/papers.html"},
                          std::pair{"Comparison", "site/comparison.html"},
                          std::pair{"Problems", "site/problems.html"},
                          std::pair{"Methods", "site/methods.html"},
                          std::pair{"Laboratory", "site/laboratory.html"},
                          std::pair{"Findings", "site/findings.html"},
                          std::pair{"Documents", "site/documents.html"}};

/// Returns the relative path from a page to the folder of the site.
std::string way_back(std::string const& address) {
  std::string way;
  for (char const c : address)
    if (c == '/') way += "../";
  return way;
}

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

/// Renders `text`, a mustache template, with `view`: JSON made of objects, lists, booleans and
/// strings. A list NAME that is not empty sets the flag has_NAME. {{>NAME}} inserts the part NAME
/// of reports/site/parts; no field of the view may have that name. Throws std::runtime_error if the
/// template is invalid.
std::string render_template(char const* text, json const& view) {
  kainjow::mustache::mustache page{text};
  if (!page.is_valid()) throw std::runtime_error("page template: " + page.error_message());
  data filled = to_mustache(view);
  for (auto const& [name, part] : page_parts) filled.set(name, part);
  return page.render(filled);
}

}  // namespace

Pages::Pages(fs::path folder, json about_run, bool has_laboratory)
    : folder_(std::move(folder)),
      about_run_(std::move(about_run)),
      has_laboratory_(has_laboratory) {}

void Pages::write_file(std::string const& address, std::string const& text) {
  // Folders below the results folder are created one by one, so that a results folder that was
  // removed meanwhile is not created again.
  fs::path const path = folder_ / address;
  fs::path folder = folder_;
  for (fs::path const& name : fs::path(address).parent_path()) {
    folder /= name;
    std::error_code failed;
    fs::create_directory(folder, failed);
    if (failed)
      throw IoError(fmt::format("cannot make '{}': {}", folder.string(), failed.message()));
  }
  write_atomically(path, text);
  written_.push_back(address);
}

void Pages::write(std::string const& address, std::string const& part, std::string const& title,
                  char const* body, json view) {
  view["root"] = way_back(address);
  json entries = json::array();
  for (auto const& [name, target] : menu)
    if (has_laboratory_ || std::string_view(name) != "Laboratory")
      entries.push_back({{"name", name}, {"address", target}, {"current", part == name}});
  json shell = about_run_;
  shell.update({{"root", view["root"]},
                {"title", title},
                {"menu", entries},
                {"body", render_template(body, view)}});
  write_file(address, render_template(shell_page, shell));
}

void Pages::write_data(std::string const& address, std::string const& name, json const& data) {
  write_file(address, fmt::format("window.{} = \"{}\";\n", name, packed(json_text(data))));
}

void Pages::add(SearchEntry entry) {
  entries_.push_back({entry.kind, entry.title, entry.address, entry.words, entry.verdict});
}

void Pages::finish(json search_settings) {
  for (auto const& [name, text] : page_assets)
    write_file(fmt::format("site/assets/{}", name), text);
  search_settings["entries"] = entries_;
  write_data("site/assets/search_entries.js", "rattlebackSearch", search_settings);
  std::set<std::string> const wanted(written_.begin(), written_.end());
  std::vector<fs::path> outdated;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder_ / "site", failed), end; !failed && at != end;
       at.increment(failed))
    if (!wanted.contains(at->path().lexically_relative(folder_).generic_string()) &&
        !at->is_directory(failed))
      outdated.push_back(at->path());
  for (auto const& path : outdated)
    if (!failed) fs::remove(path, failed);
  if (failed)
    throw IoError(fmt::format("cannot remove outdated pages in '{}': {}",
                              (folder_ / "site").string(), failed.message()));
}

}  // namespace rattleback::reports
