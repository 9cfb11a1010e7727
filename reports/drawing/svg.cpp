#include "reports/drawing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

namespace rattleback::reports {
namespace {

/// Appends a number of hundredths, after a blank unless its sign separates it.
void append(std::string& text, long hundredths) {
  if (hundredths < 0)
    text += '-';
  else if (std::isdigit(static_cast<unsigned char>(text.back())) || text.back() == '.')
    text += ' ';
  long const size = std::abs(hundredths), whole = size / 100, part = size % 100;
  if (whole > 0 || part == 0) text += std::to_string(whole);
  if (part == 0) return;
  text += fmt::format(".{:02}", part);
  if (text.back() == '0') text.pop_back();
}

/// Parser of paths with the commands M, L and Z.
class Path {
 public:
  explicit Path(std::string_view text) : rest_(text) {}

  /// Returns the path in relative coordinates; empty if the path has other commands.
  std::optional<std::string> by_differences() {
    std::string path;
    bool open = false, drawing = false;
    for (char command; (command = next_command()) != '\0';) {
      if (command == 'Z' || command == 'z') {
        path += 'z';
        open = false;
        continue;
      }
      long x = 0, y = 0;
      if ((command != 'M' && command != 'L') || !read(x) || !read(y)) return {};
      if (command == 'L' && !open) return {};
      if (command == 'M') {
        path += 'M';
        append(path, x);
        append(path, y);
        drawing = false;
      } else {
        if (!drawing) path += 'l';
        append(path, x - x_);
        append(path, y - y_);
        drawing = true;
      }
      open = true;
      x_ = x;
      y_ = y;
    }
    return path;
  }

 private:
  void skip() {
    while (!rest_.empty() &&
           (std::isspace(static_cast<unsigned char>(rest_[0])) || rest_[0] == ','))
      rest_.remove_prefix(1);
  }
  char next_command() {
    skip();
    if (rest_.empty()) return '\0';
    char const command = rest_[0];
    rest_.remove_prefix(1);
    return command;
  }
  bool read(long& hundredths) {
    skip();
    double value = 0;
    auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !(std::abs(value) < 1e9)) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    hundredths = std::lround(100 * value);
    return true;
  }

  std::string_view rest_;
  long x_ = 0, y_ = 0;
};

/// Replaces colours like "rgb( 86, 180, 233)" by "#56b4e9".
std::string with_short_colours(std::string_view tag) {
  std::string text;
  while (!tag.empty()) {
    std::size_t const begin = std::min(tag.find("rgb("), tag.size());
    text += tag.substr(0, begin);
    tag.remove_prefix(begin);
    std::size_t const end = tag.find(')');
    int red = 0, green = 0, blue = 0;
    if (end == tag.npos || std::sscanf(std::string(tag.substr(0, end)).c_str(), "rgb(%d,%d,%d",
                                       &red, &green, &blue) != 3)
      return text += tag;
    text += fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
    tag.remove_prefix(end + 1);
  }
  return text;
}

/// Returns the tag without attributes that have default values.
std::string slim_tag(std::string_view tag) {
  std::string slim = with_short_colours(tag);
  for (std::string_view const useless :
       {" font-family=\"DejaVu Sans\"", " stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\""})
    for (std::size_t at; (at = slim.find(useless)) != slim.npos;) slim.erase(at, useless.size());
  std::size_t const begin = slim.find(" d='");
  std::size_t const end = begin == slim.npos ? begin : slim.find('\'', begin + 4);
  if (end == slim.npos) return slim;
  auto const path =
      Path(std::string_view(slim).substr(begin + 4, end - begin - 4)).by_differences();
  return path ? slim.substr(0, begin + 4) + *path + slim.substr(end) : slim;
}

/// Removes the tags of text parts that have no attributes or no contents.
std::string with_slim_texts(std::string_view svg) {
  constexpr std::string_view plain = "<tspan >", end = "</tspan>";
  std::string slim;
  while (!svg.empty()) {
    std::size_t const begin = std::min(svg.find("<tspan "), svg.size());
    slim += svg.substr(0, begin);
    svg.remove_prefix(begin);
    std::size_t const open = svg.find('>'), close = svg.find('<', 1);
    if (close == svg.npos) return slim.append(svg);
    auto const inside = svg.substr(open + 1, close - open - 1);
    bool const ends = svg.substr(close).starts_with(end);
    bool const is_last = svg.substr(close + end.size()).starts_with("</text>");
    if (!ends || !(svg.starts_with(plain) || (inside.empty() && is_last))) {
      slim += svg.substr(0, open + 1);
      svg.remove_prefix(open + 1);
      continue;
    }
    slim += inside;
    svg.remove_prefix(close + end.size());
  }
  return slim;
}

}  // namespace

std::string slim_svg(std::string_view svg, std::string const& fonts) {
  std::string slim;
  std::vector<std::string_view> groups;  // their opening tags, innermost last
  std::size_t at = 0;
  // Returns the tag at `from`, after blanks, if it begins with `name`.
  auto const tag_at = [&](std::size_t from, std::string_view name) -> std::string_view {
    std::size_t const begin = svg.find_first_not_of(" \t\n", from);
    if (begin == svg.npos || !svg.substr(begin).starts_with(name)) return {};
    std::size_t const end = svg.find('>', begin);
    return end == svg.npos ? std::string_view{} : svg.substr(begin, end + 1 - begin);
  };
  auto const behind = [&](std::string_view tag) {
    return static_cast<std::size_t>(tag.data() + tag.size() - svg.data());
  };
  while (at < svg.size()) {
    std::size_t const begin = std::min(svg.find('<', at), svg.size());
    slim += svg.substr(at, begin - at);
    if (begin == svg.size()) break;
    std::size_t const end = svg.find('>', begin);
    if (end == svg.npos) return std::string(svg);
    std::string_view const tag = svg.substr(begin, end + 1 - begin);
    at = end + 1;
    if (tag.starts_with("<g ") || tag == "<g>") {
      if (auto const closing = tag_at(at, "</g>"); !closing.empty()) {
        at = behind(closing);
        continue;
      }
      groups.push_back(tag);
    } else if (tag == "</g>") {
      if (groups.empty()) return std::string(svg);
      // A group that continues with equal attributes needs no end; ids are unique.
      if (auto const next = tag_at(at, "<g "); next == groups.back()) {
        at = behind(next);
        continue;
      }
      groups.pop_back();
    }
    if (tag.starts_with("<svg"))
      slim += fmt::format("{} font-family=\"{}\">", tag.substr(0, tag.size() - 1), fonts);
    else
      slim += slim_tag(tag);
  }
  return with_slim_texts(slim);
}

}  // namespace rattleback::reports
