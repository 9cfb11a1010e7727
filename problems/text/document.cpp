#include "problems/text/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "problems/text/tape.hpp"

namespace rattleback::text {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Place start_of_line(std::string const& text, Place at) {
  auto const before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return before == std::string::npos ? 0 : before + 1;
}

/// Returns the key without quotation marks at a place, if it has letters outside ASCII, with the
/// place where it begins.
std::optional<std::pair<Place, std::string>> foreign_key(std::string const& text, Place at) {
  auto const is_of_key = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) || c == '_'; };
  Place begin = at, end = at;
  while (begin > 0 && is_of_key(static_cast<unsigned char>(text[begin - 1]))) --begin;
  while (end < text.size() && is_of_key(static_cast<unsigned char>(text[end]))) ++end;
  auto const key = text.substr(begin, end - begin);
  auto const next = text.find_first_not_of(" \t", end);
  if (next == text.npos || text[next] != '=' ||
      std::none_of(key.begin(), key.end(), [](unsigned char c) { return c >= 0x80; }))
    return {};
  return {{begin, key}};
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

/// Half a unit of the last decimal.
double half_unit(std::string const& digits) {
  auto const e = digits.find_first_of("eE");
  auto const point = digits.find('.');
  double exponent = e == digits.npos ? 0 : std::strtod(digits.c_str() + e + 1, nullptr);
  if (point < e) exponent -= static_cast<double>(std::min(e, digits.size()) - point - 1);
  return 0.5 * std::pow(10.0, exponent);
}

}  // namespace

SpaceKind ProblemFile::kind_of_space() const {
  if (!on_group()) {
    auto const& most = capacity_of_any_size;
    bool const is_small =
        sizes().velocities <= most.velocities && sizes().constraints <= most.constraints;
    return is_small ? SpaceKind::euclidean : SpaceKind::large;
  }
  return own_coordinates.size() < coordinates.size() ? SpaceKind::spatial : SpaceKind::planar;
}

void ProblemFile::require_sizes() const {
  if (parameters.size() > most_parameters)
    throw InvalidInput(fmt::format("'{}' has {} parameters; allowed are at most {}", path,
                                   parameters.size(), most_parameters));
  for (std::size_t k = 0; k < factors.size(); ++k)
    if (factors[k].kind > Factor::so3)
      throw InvalidInput(fmt::format(
          "'{}' has the factor {} of its space, for which methods are compiled with the catalogue "
          "alone; allowed are R1, R2, ..., SE2 and SO3",
          path, space[k]));
  auto const own = sizes();
  auto const& most =
      kind_of_space() == SpaceKind::large ? capacity_of_large_systems : capacity_of_any_size;
  if (own.velocities <= most.velocities && own.coordinates <= most.coordinates &&
      own.constraints <= most.constraints)
    return;
  throw InvalidInput(fmt::format(
      "'{}' has {} velocities, {} coordinates and {} constraints; allowed are at most {} "
      "velocities, {} coordinates and {} constraints",
      path, own.velocities, own.coordinates, own.constraints, most.velocities, most.coordinates,
      most.constraints));
}

InputFileError ProblemFile::error(Place at, std::string const& what) const {
  at = std::min(at, text.size());
  Place const begin = start_of_line(text, at);
  Place const end = std::min(text.find('\n', at), text.size());
  auto const line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n');
  auto const characters = [&](Place from, Place to) {
    return std::count_if(text.begin() + static_cast<long>(from),
                         text.begin() + static_cast<long>(to),
                         [](char c) { return !continues_character(c); });
  };
  // Part of a long line that is shown, on either side of the place.
  constexpr Place reach = 60;
  Place first = begin, last = end;
  if (at - begin > reach) first = at - reach;
  if (end - at > reach) last = at + reach;
  while (first < at && continues_character(text[first])) ++first;
  while (last < end && continues_character(text[last])) ++last;
  return InputFileError(
      fmt::format("{}:{}:{}: {}", path, line, 1 + characters(begin, at), printable(what)),
      {fmt::format("  {}", printable(text.substr(first, last - first))),
       fmt::format("  {}^", std::string(static_cast<std::size_t>(characters(first, at)), ' '))});
}
void ProblemFile::fail(Place at, std::string const& what) const { throw error(at, what); }

toml::table parsed(ProblemFile& file) {
  try {
    return toml::parse(file.text);
  } catch (toml::parse_error const& error) {
    auto const says = [&](char const* word) {
      return error.description().find(word) != std::string_view::npos;
    };
    Place const at = Document(file).place_at(error.source().begin);
    if (says("redefine"))
      file.fail(start_of_line(file.text, at), "this key is already in the file");
    if (auto const key = foreign_key(file.text, at))
      file.fail(key->first, fmt::format("write \"{0}\" in quotation marks: without them, a "
                                        "name to the left of = has ASCII letters, digits and _",
                                        key->second));
    file.fail(at, says("representable") || says("interpreted")
                      ? "the number that ends here is out of range"
                      : "the file is not TOML from here on: lines are KEY = VALUE, "
                        "texts are in quotation marks");
  }
}

/// True for names of what makes a system driven or damped.
bool is_of_forces(std::string_view key) {
  static constexpr std::array words{"force",  "friction", "damp",  "dissipat", "drag",  "rayleigh",
                                    "torque", "motor",    "drive", "control",  "input", "actuat"};
  std::string lower(key);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(words.begin(), words.end(),
                     [&](char const* word) { return lower.find(word) != lower.npos; });
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

Document::Document(ProblemFile& file) : file_(file), lines_{0} {
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
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) {
      continue;
    } else if (is_of_forces(key.str())) {
      fail(place_of(key),
           fmt::format("there is no key '{}'{}: forces are stated in [forces], a formula for each "
                       "velocity on which a force acts; known: {}",
                       key.str(), where, fmt::join(known, ", ")));
    } else {
      fail(place_of(key), fmt::format("there is no key '{}'{}; nearest: {}; known: {}", key.str(),
                                      where, nearest(key.str(), known), fmt::join(known, ", ")));
    }
}
toml::node const& Document::required(toml::table const& table, char const* key,
                                     std::string const& what) const {
  if (auto const* node = table.get(key)) return *node;
  fail(start_of(table), fmt::format("the key '{}' is missing: {}", key, what));
}
std::string Document::string(toml::node const& node, std::string const& key) const {
  if (auto const* text = node.as_string()) return text->get();
  fail(start_of(node), fmt::format("'{}' must be a text in quotation marks", key));
}
std::string Document::line(toml::node const& node, std::string const& key) const {
  auto text = string(node, key);
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool const is_blank = text[at] == '\n' || text[at] == '\r' || text[at] == '\t';
    if (is_blank && key == "name") fail(start_of(node), "a name must be one line, without tabs");
    if (is_blank)
      text[at] = ' ';
    else if (control_character(text, at) != 0)
      fail(start_of(node), fmt::format("'{}' holds a control character", key));
  }
  return text;
}
bool Document::boolean(toml::node const& node, std::string const& key) const {
  if (auto const* yes = node.as_boolean()) return yes->get();
  fail(start_of(node), fmt::format("'{}' must be true or false", key));
}
toml::array const& Document::array(toml::node const& node, std::string const& key) const {
  if (auto const* all = node.as_array()) return *all;
  fail(start_of(node), fmt::format("'{}' must be a list in square brackets", key));
}
toml::table const& Document::table(toml::node const& node, std::string const& key) const {
  if (auto const* all = node.as_table()) return *all;
  fail(start_of(node), fmt::format("'{}' must be a table of names and values", key));
}

/// The place in the file of a string's first character; none if the file writes it with escapes.
std::optional<Place> Document::inside_of(toml::node const& node, std::string const& value) const {
  Place at = start_of(node);
  std::string_view const rest = std::string_view(file_.text).substr(at);
  bool const block = rest.starts_with("\"\"\"") || rest.starts_with("'''");
  at += block ? 3 : 1;
  if (block && file_.text.compare(at, 1, "\r") == 0) ++at;
  if (block && file_.text.compare(at, 1, "\n") == 0) ++at;
  if (file_.text.compare(at, value.size(), value) == 0) return at;
  return {};
}

graph::Index Document::node_of(toml::node const& node, Names const& names) {
  auto const text = string(node, "a formula");
  try {
    return formula(text, names, file_.graph, file_.parameter_count(), tables_);
  } catch (Mistake const& mistake) {
    auto const inside = inside_of(node, text);
    fail(inside ? *inside + mistake.at : start_of(node), mistake.what);
  }
}

Number Document::number(toml::node const& node, std::string const& what, Names const& values) {
  if (node.is_string()) {
    Number const value{node_of(node, values)};
    require_finite(value, node, what);
    return value;
  }
  if (!node.is_number())
    fail(start_of(node),
         fmt::format("{} must be a number, or a formula of numbers in quotes", what));
  if (auto const* integer = node.as_integer()) {
    auto const value = graph::Rational::of(integer->get(), 1);
    if (!value) fail(start_of(node), "this number is out of range");
    return {file_.graph.constant(*value)};
  }
  // From the text: a double would have rounded it.
  std::string digits;
  for (Place at = start_of(node); at < file_.text.size(); ++at) {
    if (std::string_view("+-.0123456789eE_").find(file_.text[at]) == std::string_view::npos) break;
    if (file_.text[at] != '_') digits += file_.text[at];
  }
  try {
    Number const value{formula(digits, {}, file_.graph), half_unit(digits)};
    require_finite(value, node, what);
    return value;
  } catch (Mistake const&) {
    auto const from = start_of(node);
    fail(from,
         fmt::format(
             "{} = {} is out of range; allowed: 0, and numbers between 1e-300 and "
             "1e300 or between -1e300 and -1e-300",
             what, file_.text.substr(from, file_.text.find_first_of(",]} #\t\r\n", from) - from)));
  }
}

void Document::require_finite(Number const& value, toml::node const& node,
                              std::string const& what) const {
  if (!std::isfinite(this->value(value)))
    fail(start_of(node), fmt::format("{} has no finite value", what));
}

std::vector<std::optional<Number>> Document::numbers(toml::node const& node,
                                                     std::vector<std::string> const& names,
                                                     char const* what, Names const& values) {
  std::vector<std::optional<Number>> all(names.size());
  if (auto const* named = node.as_table()) {
    for (auto const& [key, value] : *named) {
      auto const at = std::find(names.begin(), names.end(), key.str());
      if (at == names.end())
        fail(place_of(key), fmt::format("there is no '{}' in {}; nearest: {}; known: {}", key.str(),
                                        what, nearest(key.str(), names), fmt::join(names, ", ")));
      all[at - names.begin()] = number(value, *at, values);
    }
    return all;
  }
  auto const& list = array(node, what);
  if (list.size() != names.size())
    fail(start_of(node), fmt::format("{} has {} numbers, but {} are wanted: {}", what, list.size(),
                                     names.size(), fmt::join(names, ", ")));
  for (std::size_t i = 0; i < names.size(); ++i) all[i] = number(list[i], names[i], values);
  return all;
}

}  // namespace rattleback::text
