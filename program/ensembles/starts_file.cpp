#include "program/ensembles/starts_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/input.hpp"
#include "base/invalid_input.hpp"
#include "program/interface/number.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback {

namespace {
/// Removes the next line from a text and returns it without its end.
std::string_view next_line(std::string_view& text) {
  auto const end = std::min(text.find('\n'), text.size());
  auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Returns, for each column of the file, the index of its number in (q, v).
std::vector<std::size_t> columns_of(std::string_view header, std::string const& file,
                                    std::vector<std::string> const& names) {
  auto const written = split_at_commas(header);
  std::vector<std::size_t> columns;
  for (auto const& name : written) {
    auto const at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw_unknown(fmt::format("column of '{}'", file), name, names);
    auto const index = static_cast<std::size_t>(at - names.begin());
    if (std::find(columns.begin(), columns.end(), index) != columns.end())
      throw InvalidInput(
          fmt::format("'{}' has two columns '{}'; each is written once", file, name));
    columns.push_back(index);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(columns.begin(), columns.end(), i) == columns.end())
      throw InvalidInput(fmt::format("'{}' has no column '{}'; its first line must name {}", file,
                                     names[i], fmt::join(names, ", ")));
  return columns;
}

double number_in(std::string_view text, std::string const& file, long row,
                 std::string const& column) {
  double value = 0;
  auto const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && std::isfinite(value)) return value;
  return static_cast<double>(
      parse_number(text, fmt::format("'{}', row {}, column {}", file, row, column)));
}
}  // namespace

Starts read_starts(std::filesystem::path const& path, ProblemCard const& problem) {
  auto const text = text_in(path);
  auto const file = path.string();
  if (text.find('\0') != text.npos)
    throw InvalidInput(fmt::format("'{}' contains a zero byte; it must be a table as text", file));
  auto names = problem.coordinates;
  names.insert(names.end(), problem.velocities.begin(), problem.velocities.end());
  std::string_view rest = text;
  // Spreadsheets write a byte order mark at the beginning of UTF-8 text.
  if (std::string_view const mark = "\xef\xbb\xbf"; rest.starts_with(mark))
    rest.remove_prefix(mark.size());
  auto const columns = columns_of(next_line(rest), file, names);
  Starts starts{{}, 0, sha256_text(text)};
  while (rest.find_first_not_of("\r\n") != rest.npos) {
    auto const parts = split_at_commas(next_line(rest));
    long const row = ++starts.rows;
    if (parts.size() != names.size())
      throw InvalidInput(fmt::format("'{}', row {}: expected {} entries, got {}", file, row,
                                     names.size(), parts.size()));
    auto const first = starts.numbers.size();
    starts.numbers.resize(first + names.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
      starts.numbers[first + columns[i]] = number_in(parts[i], file, row, names[columns[i]]);
  }
  if (starts.rows == 0) throw InvalidInput(fmt::format("'{}' contains no row of numbers", file));
  return starts;
}

}  // namespace rattleback
