#include "problems/text/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rattleback::text {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Place start_of_line(std::string const& text, Place at) {
  auto const before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return before == std::string::npos ? 0 : before + 1;
}

/// The length in bytes of the control character there, in UTF-8; 0: it is another character.
std::size_t control_character(std::string_view text, std::size_t at) {
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(at) < 0x20 || byte(at) == 0x7f) return 1;
  return byte(at) == 0xc2 && at + 1 < text.size() && byte(at + 1) < 0xa0 ? 2 : 0;
}
/// The text as a terminal may show it.
std::string printable(std::string text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (auto const size = control_character(text, at)) text.replace(at, size, "?");
  return text;
}

}  // namespace

void ProblemFile::fail(Place at, std::string const& what) const {
  at = std::min(at, text.size());
  Place const begin = start_of_line(text, at);
  Place const end = std::min(text.find('\n', at), text.size());
  auto const line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n');
  auto const characters = [&](Place from, Place to) {
    return std::count_if(text.begin() + static_cast<long>(from),
                         text.begin() + static_cast<long>(to),
                         [](char c) { return !continues_character(c); });
  };
  // Of a long line, what is near the place.
  constexpr Place reach = 60;
  Place first = begin, last = end;
  if (at - begin > reach) first = at - reach;
  if (end - at > reach) last = at + reach;
  while (first < at && continues_character(text[first])) ++first;
  while (last < end && continues_character(text[last])) ++last;
  throw FileMistake(
      fmt::format("{}:{}:{}: {}", path, line, 1 + characters(begin, at), printable(what)),
      {fmt::format("  {}", printable(text.substr(first, last - first))),
       fmt::format("  {}^", std::string(static_cast<std::size_t>(characters(first, at)), ' '))});
}

toml::table parsed(ProblemFile const& file) {
  try {
    return toml::parse(file.text);
  } catch (toml::parse_error const& error) {
    auto const says = [&](char const* word) {
      return error.description().find(word) != std::string_view::npos;
    };
    Place const at = Document(file).place_at(error.source().begin);
    if (says("redefine"))
      file.fail(start_of_line(file.text, at), "this key stands in the file already");
    file.fail(at, says("representable") || says("interpreted")
                      ? "the number that ends here is out of range"
                      : "from here on this is no TOML: lines are KEY = VALUE, "
                        "texts stand in quotation marks");
  }
}

std::vector<std::pair<toml::key const*, toml::node const*>> in_file_order(
    toml::table const& table) {
  std::vector<std::pair<toml::key const*, toml::node const*>> entries;
  for (auto const& [key, value] : table) entries.emplace_back(&key, &value);
  std::sort(entries.begin(), entries.end(), [](auto const& a, auto const& b) {
    auto const &one = a.first->source().begin, &other = b.first->source().begin;
    return std::pair(one.line, one.column) < std::pair(other.line, other.column);
  });
  return entries;
}

Document::Document(ProblemFile const& file) : file_(file), lines_{0} {
  for (Place at = 0; at < file.text.size(); ++at)
    if (file.text[at] == '\n') lines_.push_back(at + 1);
}

Place Document::place_at(toml::source_position position) const {
  auto const& text = file_.text;
  if (position.line == 0 || position.line > lines_.size()) return text.size();
  bool const onwards = position.line == last_.line && position.column >= last_.column;
  Place at = onwards ? last_place_ : lines_[position.line - 1];
  for (auto column = onwards ? last_.column : 1; column < position.column && at < text.size();
       ++column)
    for (++at; at < text.size() && continues_character(text[at]);) ++at;
  last_ = position;
  last_place_ = at;
  return at;
}
Place Document::start_of(toml::node const& node) const { return place_at(node.source().begin); }
Place Document::place_of(toml::key const& key) const { return place_at(key.source().begin); }

void Document::refuse_other_keys(toml::table const& table, std::string const& where,
                                 std::vector<std::string> const& known) const {
  for (auto const& [key, value] : table)
    if (std::find(known.begin(), known.end(), key.str()) == known.end())
      fail(place_of(key), fmt::format("there is no key '{}'{}; nearest: {}; known: {}", key.str(),
                                      where, nearest(key.str(), known), fmt::join(known, ", ")));
}
toml::node const& Document::required(toml::table const& table, char const* key,
                                     std::string const& what) const {
  if (auto const* node = table.get(key)) return *node;
  fail(start_of(table), fmt::format("the key '{}' is missing: {}", key, what));
}
std::string Document::string(toml::node const& node, std::string const& key) const {
  if (auto const* text = node.as_string()) return text->get();
  fail(start_of(node), fmt::format("'{}' wants a text in quotation marks", key));
}
std::string Document::line(toml::node const& node, std::string const& key) const {
  auto text = string(node, key);
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool const is_blank = text[at] == '\n' || text[at] == '\r' || text[at] == '\t';
    if (is_blank)
      text[at] = ' ';
    else if (control_character(text, at) != 0)
      fail(start_of(node), fmt::format("'{}' holds a control character", key));
  }
  return text;
}
toml::array const& Document::array(toml::node const& node, std::string const& key) const {
  if (auto const* all = node.as_array()) return *all;
  fail(start_of(node), fmt::format("'{}' wants a list in square brackets", key));
}
toml::table const& Document::table(toml::node const& node, std::string const& key) const {
  if (auto const* all = node.as_table()) return *all;
  fail(start_of(node), fmt::format("'{}' wants a table of names and values", key));
}

}  // namespace rattleback::text
