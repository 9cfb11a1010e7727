#pragma once
// Tables in files of comma-separated values.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rattleback {

/// Returns the fields of a line; a quoted field may contain commas and doubled quotes.
inline std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    char const c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

/// Returns the lines of a table below its header, fields in the order of `columns`; entry i is line
/// i + 2 of the file. Throws IoError if the file is not such a table.
std::vector<std::vector<std::string>> csv_lines(std::filesystem::path const& path,
                                                std::vector<std::string> const& columns);

}  // namespace rattleback
