#include "reports/drawing/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string_view>

#include "base/files/files.hpp"

namespace rattleback::reports {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t const end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t\r\"");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

std::size_t column_index(std::vector<std::string_view> const& header, std::string_view name,
                         std::filesystem::path const& path) {
  auto const found = std::find_if(header.begin(), header.end(),
                                  [&](std::string_view entry) { return trimmed(entry) == name; });
  if (found == header.end()) {
    throw IoError(fmt::format("{} has no column {}", path.string(), name));
  }
  return static_cast<std::size_t>(found - header.begin());
}

double number_at(std::vector<std::string_view> const& row, std::size_t column,
                 std::filesystem::path const& path, std::size_t line) {
  std::string const text(column < row.size() ? trimmed(row[column]) : std::string_view{});
  char* end = nullptr;
  double const value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    throw IoError(fmt::format("{}:{}: \"{}\" is not a number", path.string(), line, text));
  }
  return value;
}

}  // namespace

std::vector<Curve> read_curves(std::filesystem::path const& path, CurveColumns const& columns) {
  std::string const text = read_text(path);
  std::vector<std::string_view> const lines = split(text, '\n');
  std::vector<std::string_view> const header = split(lines.front(), ',');
  std::size_t const x_column = column_index(header, columns.x, path);
  std::size_t const y_column = column_index(header, columns.y, path);
  bool const grouped = !columns.group.empty();
  std::size_t const group_column = grouped ? column_index(header, columns.group, path) : 0;

  auto const plottable = [](double value, bool logarithmic) {
    return std::isfinite(value) && (!logarithmic || value > 0.0);
  };
  std::vector<Curve> curves;
  std::map<double, std::size_t> open_curves;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trimmed(lines[i]).empty()) continue;
    std::vector<std::string_view> const row = split(lines[i], ',');
    double const x = number_at(row, x_column, path, i + 1);
    double const y = number_at(row, y_column, path, i + 1);
    double const group = grouped ? number_at(row, group_column, path, i + 1) : 0.0;
    if (std::isnan(group)) continue;  // NaN does not equal itself, so it cannot be a key
    if (!plottable(x, columns.logarithmic_x) || !plottable(y, columns.logarithmic_y)) {
      open_curves.erase(group);
      continue;
    }
    auto const [open, is_new] = open_curves.try_emplace(group, curves.size());
    if (is_new) curves.push_back({{}, {}, group});
    curves[open->second].x.push_back(x);
    curves[open->second].y.push_back(y);
  }
  return curves;
}

std::size_t count_points(std::vector<Curve> const& curves) {
  std::size_t count = 0;
  for (Curve const& curve : curves) count += curve.x.size();
  return count;
}

void write_curves(std::filesystem::path const& path, std::vector<Curve> const& curves) {
  std::string text;
  for (Curve const& curve : curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{} {}\n", curve.x[i], curve.y[i]);
    }
    text += '\n';
  }
  write_text(path, text);
}

}  // namespace rattleback::reports
