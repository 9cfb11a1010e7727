#include "program/interface/number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/c_locale.hpp"
#include "base/invalid_input.hpp"

namespace rattleback {

namespace {
template <class Whole>
Whole parse_whole(std::string_view text, std::string_view what, Whole least) {
  Whole value = 0;
  auto const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range && stop == end)
    throw InvalidInput(fmt::format("{} is out of range: '{}'", what, text));
  if (error != std::errc{} || stop != end || value < least)
    throw InvalidInput(fmt::format("{} must be a whole number >= {}, not '{}'", what, least, text));
  return value;
}
}  // namespace

RawQuad parse_number(std::string_view text, std::string_view what) {
  std::string const copy(text);
  char* end = nullptr;
  CLocale const with_a_point;
  RawQuad const value = read_quad(copy.c_str(), &end);
  bool const blank = copy.empty() || std::string_view(" \t\n\v\f\r").find(copy[0]) != text.npos;
  if (blank || end != copy.c_str() + copy.size())
    throw InvalidInput(fmt::format("{}: '{}' is not a number", what, text));
  if (!std::isfinite(static_cast<double>(value)))
    throw InvalidInput(fmt::format("{} must be finite, not '{}'", what, text));
  return value;
}

RawQuad parse_positive(std::string_view text, std::string_view what) {
  RawQuad const value = parse_number(text, what);
  if (!(static_cast<double>(value) > 0))
    throw InvalidInput(fmt::format("{} must be > 0, not '{}'", what, text));
  return value;
}

std::vector<RawQuad> parse_vector(std::string_view text, std::string_view what,
                                  std::vector<std::string> const& names) {
  auto const parts = split_at_commas(text);
  if (parts.size() != names.size())
    throw InvalidInput(fmt::format("{}: expected {} numbers ({}), got {}: '{}'", what, names.size(),
                                   fmt::join(names, ", "), parts.size(), text));
  std::vector<RawQuad> values;
  for (std::size_t i = 0; i < parts.size(); ++i)
    values.push_back(parse_number(parts[i], fmt::format("{} of {}", names[i], what)));
  return values;
}

long parse_count(std::string_view text, std::string_view what) {
  return parse_whole<long>(text, what, 1);
}

std::uint64_t parse_seed(std::string_view text, std::string_view what) {
  return parse_whole<std::uint64_t>(text, what, 0);
}

std::string decimal(double value) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{}", value);
}

std::string decimal(RawQuad value) {
  if (isnan(value)) return "nan";
  if (isinf(value)) return value > 0 ? "inf" : "-inf";
  CLocale const with_a_point;
  return print_quad("%#.33g", value);  // '#' keeps trailing zeros: always 33 digits
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

}  // namespace rattleback
