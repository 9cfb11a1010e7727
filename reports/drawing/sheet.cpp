#include "reports/drawing/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/files.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

Sheet::Sheet(fs::path folder) : folder_(std::move(folder)) {
  fs::create_directories(folder_ / "data");
}

std::string Sheet::table(std::string const& text) {
  std::string const name = fmt::format("{}.csv", ++tables_);
  write_atomically(table_path(name), text);
  return name;
}

fs::path Sheet::table_path(std::string const& name) const { return folder_ / "data" / name; }

void Sheet::add(std::string const& id, json panels, double row_height, std::size_t columns,
                double width) {
  columns = std::min(columns, panels.size());
  std::size_t const rows = (panels.size() + columns - 1) / std::max<std::size_t>(1, columns);
  if (width == 0.0) width = columns == 1 ? 4.6 : 3.6 * static_cast<double>(columns);
  figures_.push_back({{"id", id},
                      {"columns", columns},
                      {"width", width},
                      {"height", row_height * rows},
                      {"panels", std::move(panels)}});
}

void Sheet::render(Formats formats, Watch const& watch, std::string const& origin) {
  write_atomically(folder_ / "experiment.json", json{{"figures", figures_}}.dump());
  render_figures(folder_, formats, watch, origin);
}

double Sheet::width_of(std::string const& id) const {
  for (json const& figure : figures_)
    if (figure.at("id") == id) return figure.at("width");
  return 0.0;
}

namespace {

/// Returns the Greek letter whose name `name` begins with, and its length; else the first
/// character.
std::pair<std::string, std::size_t> first_letter(std::string const& name) {
  for (auto const& [word, letter] : formulas::greek_letters())
    if (name.starts_with(word)) return {letter, word.size()};
  return {name.starts_with('_') ? "\\_" : name.substr(0, 1), std::min<std::size_t>(1, name.size())};
}

}  // namespace

std::string symbol(std::string const& name) {
  auto const [letter, length] = first_letter(name);
  std::string index;
  for (std::size_t at = length; at < name.size();) {
    auto const [next, size] = first_letter(name.substr(at));
    index += next;
    at += size;
  }
  return fmt::format("${}{}$", letter, index.empty() ? "" : fmt::format("_{{{}}}", index));
}

}  // namespace rattleback::reports
