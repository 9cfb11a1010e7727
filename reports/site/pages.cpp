#include "reports/site/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "generated/site_texts.hpp"
#include "reports/files/files.hpp"
#include "reports/site/mustache.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct MenuEntry {
  char const *name, *address;
};

constexpr std::array menu{
    MenuEntry{"Papers", "index.html#papers"},    MenuEntry{"Problems", "site/problems.html"},
    MenuEntry{"Methods", "site/methods.html"},   MenuEntry{"Comparison", "site/comparison.html"},
    MenuEntry{"Findings", "site/findings.html"}, MenuEntry{"Errata", "site/errata.html"},
    MenuEntry{"Timings", "site/timings.html"},   MenuEntry{"Verdicts", "site/verdicts.html"},
    MenuEntry{"Sources", "site/sources.html"}};

/// From a page back to the folder of the site.
std::string way_back(std::string const& address) {
  std::string way;
  for (char const c : address)
    if (c == '/') way += "../";
  return way;
}

}  // namespace

Pages::Pages(fs::path folder, std::string footer)
    : folder_(std::move(folder)), footer_(std::move(footer)) {}

void Pages::write_file(std::string const& address, std::string const& text) {
  fs::path const path = folder_ / address;
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed)
    throw FileFailure(
        fmt::format("cannot make '{}': {}", path.parent_path().string(), failed.message()));
  write_atomically(path, text);
  written_.push_back(address);
}

void Pages::write(std::string const& address, std::string const& part, std::string const& title,
                  char const* body, json view) {
  view["root"] = way_back(address);
  json entries = json::array();
  for (auto const& [name, target] : menu)
    entries.push_back({{"name", name}, {"address", target}, {"current", part == name}});
  json const shell = {{"root", view["root"]},
                      {"title", title},
                      {"menu", entries},
                      {"footer", footer_},
                      {"body", render_template(body, view)}};
  write_file(address, render_template(shell_page, shell));
}

void Pages::write_data(std::string const& address, std::string const& name,
                       std::string const& text) {
  write_file(address, fmt::format("window.{} = {};\n", name, text));
}

void Pages::add(SearchEntry entry) {
  entries_.push_back({entry.kind, entry.title, entry.address, entry.words});
}

void Pages::finish() {
  write_file("site/assets/style.css", style_css);
  write_file("site/assets/site.js", site_js);
  write_file("site/assets/plots.js", plots_js);
  write_file("site/assets/figures.js", figures_js);
  write_file("site/assets/chart.min.js", chart_library);
  write_file("site/assets/lunr.min.js", search_library);
  write_file("site/assets/search.js",
             fmt::format("window.rattlebackEntries = {};\n", script_literal(entries_)));
  std::set<std::string> const wanted(written_.begin(), written_.end());
  std::vector<fs::path> outdated;
  for (auto const& entry : fs::recursive_directory_iterator(folder_ / "site"))
    if (entry.is_regular_file() &&
        !wanted.contains(entry.path().lexically_relative(folder_).generic_string()))
      outdated.push_back(entry.path());
  for (auto const& path : outdated) fs::remove(path);
}

}  // namespace rattleback::reports
