#include "base/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/input.hpp"
#include "base/io_error.hpp"

namespace rattleback {

std::vector<std::vector<std::string>> csv_lines(std::filesystem::path const& path,
                                                std::vector<std::string> const& columns) {
  std::string const text = text_in(path);
  std::vector<std::vector<std::string>> lines;
  for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
    auto const end = std::min(text.find('\n', at), text.size());
    auto const fields = csv_fields(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (number == 1 ? fields != columns : fields.size() != columns.size())
      throw IoError(fmt::format("'{}': line {} does not have the columns {}", path.string(), number,
                                fmt::join(columns, ",")));
    if (number > 1) lines.push_back(fields);
  }
  return lines;
}

}  // namespace rattleback
