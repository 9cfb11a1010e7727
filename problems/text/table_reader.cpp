// Tables of a text: points in lists, or in a file in its folder.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/csv.hpp"
#include "base/input.hpp"
#include "base/io_error.hpp"
#include "problems/text/document.hpp"

namespace rattleback::text {

namespace {

constexpr std::size_t longest_table = 100000;  ///< bytes

std::string without_blanks(std::string const& field) {
  constexpr char const* blanks = " \t\r";
  auto const begin = field.find_first_not_of(blanks);
  return begin == field.npos ? "" : field.substr(begin, field.find_last_not_of(blanks) + 1 - begin);
}

/// True if a field of the first line is a name: neither empty nor the beginning of a number.
bool is_title(std::string const& field) {
  constexpr char const* digits = "0123456789+-.(";
  auto const is = [&](std::string_view word) {
    return std::equal(field.begin(), field.end(), word.begin(), word.end(), [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == b;
    });
  };
  return !field.empty() && !std::strchr(digits, field.front()) && !is("nan") && !is("inf") &&
         !is("infinity");
}

}  // namespace

graph::Table Document::table_function(std::string const& name, toml::node const& node) {
  auto const& stated = table(node, name);
  refuse_other_keys(stated, " of a table", {"file", "x", "y", "interpolation"});
  graph::Table points{name, {}, {}};
  bool const is_in_file = stated.contains("file");
  if (is_in_file == (stated.contains("x") || stated.contains("y")))
    fail(start_of(node), "a table states its points by 'file', or by 'x' and 'y'");
  if (is_in_file) {
    read_points(*stated.get("file"), points);
  } else {
    for (auto const& [key, numbers] : {std::pair{"x", &points.arguments}, {"y", &points.values}})
      for (auto const& entry : array(required(stated, key, "a list of numbers"), key))
        numbers->push_back(number(entry, key).node);
    if (points.arguments.size() != points.values.size())
      fail(start_of(node), fmt::format("x has {} numbers and y has {}", points.arguments.size(),
                                       points.values.size()));
  }
  auto const count = points.arguments.size();
  if (count < 2 || count > graph::most_points)
    fail(start_of(node),
         fmt::format("the table has {} points; allowed: 2 to {}", count, graph::most_points));
  for (std::size_t i = 1; i < count; ++i) {
    auto const last = value({points.arguments[i - 1]}), next = value({points.arguments[i]});
    if (!(last < next))
      fail(start_of(node),
           fmt::format("the arguments of a table increase, but {} follows {}", next, last));
  }
  if (auto const* chosen = stated.get("interpolation")) {
    auto const kind = string(*chosen, "interpolation");
    if (kind != "linear" && kind != "monotone cubic")
      fail(start_of(*chosen),
           fmt::format("unknown interpolation '{}'; allowed: linear, monotone cubic", kind));
    if (kind != "linear") points.interpolation = graph::Interpolation::monotone_cubic;
  }
  return points;
}

void Document::read_points(toml::node const& node, graph::Table& points) {
  auto const name = string(node, "file");
  if (std::filesystem::path(name).filename() != name || name == "..")
    fail(start_of(node),
         fmt::format("'{}' is not in the folder of the text; allowed: the name of a "
                     "file in this folder",
                     name));
  auto const path = std::filesystem::path(file_.path).parent_path() / name;
  std::string text;
  try {
    text = text_in(path, longest_table);
  } catch (IoError const& error) {
    fail(start_of(node), error.what());
  }
  if (text.size() > longest_table)
    fail(start_of(node), fmt::format("'{}' is too long; allowed in a table: at most {} bytes", name,
                                     longest_table));
  std::size_t const begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // byte-order mark
  for (std::size_t at = begin, number = 1; at < text.size(); ++number) {
    auto const end = std::min(text.find('\n', at), text.size());
    auto const line = without_blanks(text.substr(at, end - at));
    at = end + 1;
    if (line.empty() || line.front() == '#') continue;
    auto const wrong = [&](std::string const& what) {
      fail(start_of(node), fmt::format("line {} of '{}' {}", number, name, what));
    };
    auto fields = csv_fields(line);
    for (auto& field : fields) field = without_blanks(field);
    if (fields.size() != 2)
      wrong(fmt::format("has {} columns; wanted: an argument and a value", fields.size()));
    if (number == 1 && is_title(fields[0]) && is_title(fields[1])) continue;
    std::array<graph::Index, 2> point{};
    for (std::size_t k = 0; k < 2; ++k) try {
        point[k] = formula(fields[k], {}, file_.graph);
      } catch (Mistake const&) {
        wrong(fmt::format("holds '{}'; allowed: a finite number", fields[k]));
      }
    points.arguments.push_back(point[0]);
    points.values.push_back(point[1]);
  }
}

void Document::read_tables(toml::table const& root) {
  if (auto const* node = root.get("tables"))
    for (auto const& [key, stated] : in_file_order(table(*node, "tables")))
      tables_.push_back(table_function(std::string(key->str()), *stated));
}

}  // namespace rattleback::text
