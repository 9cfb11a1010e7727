#include "problems/text/problem_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <set>

#include "problems/core/input.hpp"
#include "problems/core/problem.hpp"
#include "problems/text/expression.hpp"

namespace rattleback::text {

namespace {

constexpr std::size_t longest_file = 1000000;
constexpr std::size_t most_coordinates = 16;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Place start_of_line(std::string const& text, Place at) {
  auto const before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return before == std::string::npos ? 0 : before + 1;
}

/// Where the line and the column of a TOML document are, both from 1, columns in characters.
Place place_at(std::string const& text, toml::source_position position) {
  Place at = 0;
  for (toml::source_index line = 1; line < position.line && at < text.size(); ++at)
    line += text[at] == '\n';
  for (toml::source_index column = 1; column < position.column && at < text.size(); ++column)
    for (++at; at < text.size() && continues_character(text[at]);) ++at;
  return at;
}

/// Entries in the order of the file: a TOML table is sorted by name.
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

class Reader {
 public:
  explicit Reader(ProblemFile& file) : file_(file) {}

  void read(toml::table const& root) {
    refuse_other_keys(root, "",
                      {"name", "coordinates", "space", "lagrangian", "constraints", "invariants",
                       "parameters", "case"});
    file_.name = root.contains("name") ? string(*root.get("name"), "name") : file_.path;
    read_coordinates(root);
    if (auto const* space = root.get("space")) refuse_other_spaces(*space);
    read_parameters(root);
    Names names = inputs();
    auto const& lagrangian = required(root, "lagrangian", "the Lagrangian, a formula in quotes");
    file_.lagrangian = string(lagrangian, "lagrangian");
    file_.lagrangian_at = start_of(lagrangian);
    file_.lagrangian_node = node_of(lagrangian, names);
    read_constraints(root, names);
    if (auto const* invariants = root.get("invariants"))
      for (auto const& [key, value] : in_file_order(table(*invariants, "invariants"))) {
        file_.invariant_names.emplace_back(key->str());
        if (key->str() == "energy") fail(place_of(*key), "the energy is an invariant already");
        if (file_.invariant_names.size() > most_invariants)
          fail(place_of(*key),
               fmt::format("more than {} invariants are too many", most_invariants));
        file_.invariant_nodes.push_back(node_of(*value, names));
      }
    read_cases(root);
  }

 private:
  [[noreturn]] void fail(Place at, std::string const& what) const { file_.fail(at, what); }
  Place start_of(toml::node const& node) const { return place_at(file_.text, node.source().begin); }
  Place place_of(toml::key const& key) const { return place_at(file_.text, key.source().begin); }

  void refuse_other_keys(toml::table const& table, std::string const& where,
                         std::vector<std::string> const& known) const {
    for (auto const& [key, value] : table)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        fail(place_of(key), fmt::format("there is no key '{}'{}; nearest: {}; known: {}", key.str(),
                                        where, nearest(key.str(), known), fmt::join(known, ", ")));
  }
  toml::node const& required(toml::table const& table, char const* key,
                             std::string const& what) const {
    if (auto const* node = table.get(key)) return *node;
    fail(start_of(table), fmt::format("the key '{}' is missing: {}", key, what));
  }
  std::string string(toml::node const& node, std::string const& key) const {
    if (auto const* text = node.as_string()) return text->get();
    fail(start_of(node), fmt::format("'{}' wants a text in quotation marks", key));
  }
  toml::array const& array(toml::node const& node, std::string const& key) const {
    if (auto const* all = node.as_array()) return *all;
    fail(start_of(node), fmt::format("'{}' wants a list in square brackets", key));
  }
  toml::table const& table(toml::node const& node, std::string const& key) const {
    if (auto const* all = node.as_table()) return *all;
    fail(start_of(node), fmt::format("'{}' wants a table of names and values", key));
  }

  void refuse_taken(std::string const& name, Place at, std::set<std::string>& taken) const {
    if (!is_name(name))
      fail(at,
           fmt::format("'{}' is no name: letters, digits and underscores, no digit first", name));
    auto const reserved = reserved_names();
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      fail(at, fmt::format("'{}' is a name of formulas already; choose another", name));
    if (!taken.insert(name).second)
      fail(at, fmt::format("the name '{}' is taken already, by a coordinate, a velocity or a "
                           "parameter; choose another",
                           name));
  }
  void read_coordinates(toml::table const& root) {
    auto const& node = required(root, "coordinates", "a list of names, as in [\"x\", \"y\"]");
    auto const& names = array(node, "coordinates");
    if (names.empty()) fail(start_of(node), "at least one coordinate is wanted");
    if (names.size() > most_coordinates)
      fail(start_of(node), fmt::format("{} coordinates are too many; allowed: at most {}",
                                       names.size(), most_coordinates));
    for (auto const& name : names) {
      file_.coordinates.push_back(string(name, "coordinates"));
      refuse_taken(file_.coordinates.back(), start_of(name), taken_);
    }
    file_.velocities = time_derivatives(file_.coordinates);
    for (std::size_t i = 0; i < names.size(); ++i)
      refuse_taken(file_.velocities[i], start_of(names[i]), taken_);
  }
  void refuse_other_spaces(toml::node const& node) const {
    auto const* words = node.as_array();
    auto const own = fmt::format("R{}", file_.coordinates.size());
    if (words && words->size() == 1 && words->get(0)->value_or(std::string()) == own) return;
    fail(start_of(node), fmt::format("a problem in a text file lives on [\"{}\"], by its "
                                     "coordinates; groups need a header in C++",
                                     own));
  }
  void read_parameters(toml::table const& root) {
    auto const* node = root.get("parameters");
    if (!node) return;
    for (auto const& [key, value] : in_file_order(table(*node, "parameters"))) {
      std::string const name(key->str());
      refuse_taken(name, place_of(*key), taken_);
      if (file_.parameters.size() == most_parameters)
        fail(place_of(*key), fmt::format("more than {} parameters are too many", most_parameters));
      file_.parameters.emplace_back(name, number(*value, name));
    }
  }
  /// Names of everything that formulas read.
  Names inputs() {
    Names names;
    int count = 0;
    auto const add = [&](std::string const& name) {
      names.emplace_back(name, file_.graph.input(count++));
    };
    for (auto const& [name, value] : file_.parameters) add(name);
    for (auto const& name : file_.coordinates) add(name);
    for (auto const& name : file_.velocities) add(name);
    return names;
  }
  void read_constraints(toml::table const& root, Names const& names) {
    auto const& node = required(root, "constraints", "a list of formulas that vanish");
    auto const& all = array(node, "constraints");
    if (all.empty()) fail(start_of(node), "at least one constraint is wanted");
    for (auto const& constraint : all) {
      file_.constraints.push_back(string(constraint, "constraints"));
      file_.constraints_at.push_back(start_of(constraint));
      file_.constraint_nodes.push_back(node_of(constraint, names));
    }
  }

  /// Where in the file the characters of a text begin, if they stand there as they are.
  std::optional<Place> inside_of(toml::node const& node, std::string const& value) const {
    Place at = start_of(node);
    std::string_view const rest = std::string_view(file_.text).substr(at);
    bool const block = rest.starts_with("\"\"\"") || rest.starts_with("'''");
    at += block ? 3 : 1;
    if (block && file_.text.compare(at, 1, "\r") == 0) ++at;
    if (block && file_.text.compare(at, 1, "\n") == 0) ++at;
    if (file_.text.compare(at, value.size(), value) == 0) return at;
    return {};
  }
  graph::Index node_of(toml::node const& node, Names const& names) {
    auto const text = string(node, "a formula");
    try {
      return formula(text, names, file_.graph);
    } catch (Mistake const& mistake) {
      auto const inside = inside_of(node, text);
      fail(inside ? *inside + mistake.at : start_of(node), mistake.what);
    }
  }

  Number number(toml::node const& node, std::string const& what) {
    if (node.is_string()) return {node_of(node, {})};
    if (!node.is_number())
      fail(start_of(node),
           fmt::format("{} wants a number, or a formula of numbers in quotes", what));
    if (auto const* integer = node.as_integer()) {
      auto const value = graph::Rational::of(integer->get(), 1);
      if (!value) fail(start_of(node), "this number is out of range");
      return {file_.graph.constant(*value)};
    }
    // From the text: a double would have rounded it.
    std::string digits;
    for (Place at = start_of(node); at < file_.text.size(); ++at) {
      if (std::string_view("+-.0123456789eE_").find(file_.text[at]) == std::string_view::npos)
        break;
      if (file_.text[at] != '_') digits += file_.text[at];
    }
    try {
      return {formula(digits, {}, file_.graph), half_unit(digits)};
    } catch (Mistake const&) {
      fail(start_of(node), fmt::format("{} wants a finite number, between 1e-300 and 1e300", what));
    }
  }
  /// Of the last decimal.
  static double half_unit(std::string const& digits) {
    auto const e = digits.find_first_of("eE");
    auto const point = digits.find('.');
    double exponent = e == digits.npos ? 0 : std::strtod(digits.c_str() + e + 1, nullptr);
    if (point < e) exponent -= static_cast<double>(std::min(e, digits.size()) - point - 1);
    return 0.5 * std::pow(10.0, exponent);
  }

  void read_cases(toml::table const& root) {
    auto const* node = root.get("case");
    if (!node) {
      Number const zero{file_.graph.constant(0), 1e300};
      auto& rest = file_.cases.emplace_back();
      rest.name = "origin";
      rest.note = "the file has no [[case]]: give --q and --v";
      rest.q.assign(file_.coordinates.size(), zero);
      rest.v.assign(file_.coordinates.size(), zero);
      return;
    }
    std::set<std::string> names;
    for (auto const& entry : array(*node, "case")) {
      auto const* stated = entry.as_table();
      if (!stated) fail(start_of(*node), "'case' wants tables: write [[case]]");
      refuse_other_keys(*stated, " of a case", {"name", "note", "q", "v", "parameters"});
      Start start;
      start.name = std::to_string(file_.cases.size() + 1);
      start.at = start_of(entry);
      if (auto const* name = stated->get("name")) start.name = string(*name, "name");
      if (auto const* note = stated->get("note")) start.note = string(*note, "note");
      if (!names.insert(start.name).second)
        fail(start.at, fmt::format("a case is called '{}' already", start.name));
      auto const& q = required(*stated, "q", "the coordinates of the start");
      for (auto const& value : numbers(q, file_.coordinates, "q")) {
        if (!value)
          fail(start_of(q),
               fmt::format("q names all coordinates: {}", fmt::join(file_.coordinates, ", ")));
        start.q.push_back(*value);
      }
      auto const& v = required(*stated, "v", "the velocities of the start");
      start.v = numbers(v, file_.velocities, "v");
      auto const left_out = std::count(start.v.begin(), start.v.end(), std::nullopt);
      auto const constraints = static_cast<std::ptrdiff_t>(file_.constraints.size());
      if (left_out != 0 && left_out != constraints)
        fail(start_of(v), fmt::format("v leaves {} components out; allowed: none, or as many as "
                                      "there are constraints, {}",
                                      left_out, constraints));
      if (auto const* parameters = stated->get("parameters"))
        read_own_parameters(*parameters, start);
      file_.cases.push_back(std::move(start));
    }
  }
  /// A list of all, or a table of some.
  std::vector<std::optional<Number>> numbers(toml::node const& node,
                                             std::vector<std::string> const& names,
                                             char const* what) {
    std::vector<std::optional<Number>> all(names.size());
    if (auto const* named = node.as_table()) {
      for (auto const& [key, value] : *named) {
        auto const at = std::find(names.begin(), names.end(), key.str());
        if (at == names.end())
          fail(place_of(key),
               fmt::format("there is no '{}' in {}; nearest: {}; known: {}", key.str(), what,
                           nearest(key.str(), names), fmt::join(names, ", ")));
        all[at - names.begin()] = number(value, *at);
      }
      return all;
    }
    auto const& list = array(node, what);
    if (list.size() != names.size())
      fail(start_of(node), fmt::format("{} has {} numbers, but {} are wanted: {}", what,
                                       list.size(), names.size(), fmt::join(names, ", ")));
    for (std::size_t i = 0; i < names.size(); ++i) all[i] = number(list[i], names[i]);
    return all;
  }
  void read_own_parameters(toml::node const& node, Start& start) {
    std::vector<std::string> known;
    for (auto const& [name, value] : file_.parameters) known.push_back(name);
    for (auto const& [key, value] : table(node, "parameters")) {
      std::string const name(key.str());
      if (std::find(known.begin(), known.end(), name) == known.end())
        fail(place_of(key), fmt::format("there is no parameter '{}'; nearest: {}; known: {}", name,
                                        nearest(name, known), fmt::join(known, ", ")));
      start.parameters.emplace_back(name, number(value, name));
    }
  }

  ProblemFile& file_;
  std::set<std::string> taken_;
};

/// What a reference depends on, beside the numbers that are given: on one line.
std::string content_of(ProblemFile const& file) {
  std::vector<std::string> parameters;
  for (auto const& [name, value] : file.parameters) parameters.push_back(name);
  auto content = fmt::format("text L = {}; 0 = {}; parameters {}; coordinates {}", file.lagrangian,
                             fmt::join(file.constraints, ", "), fmt::join(parameters, ", "),
                             fmt::join(file.coordinates, ", "));
  for (char& c : content)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return content;
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
      fmt::format("{}:{}:{}: {}", path, line, 1 + characters(begin, at), what),
      {fmt::format("  {}", text.substr(first, last - first)),
       fmt::format("  {}^", std::string(static_cast<std::size_t>(characters(first, at)), ' '))});
}

ProblemFile problem_of_text(std::string const& path, std::string text) {
  ProblemFile file;
  file.path = path;
  file.text = std::move(text);
  if (file.text.size() > longest_file)
    throw Misuse(fmt::format("'{}' has {} bytes; allowed in a problem: at most {}", path,
                             file.text.size(), longest_file));
  toml::table root;
  try {
    root = toml::parse(file.text);
  } catch (toml::parse_error const& error) {
    auto const says = [&](char const* word) {
      return error.description().find(word) != std::string_view::npos;
    };
    Place const at = place_at(file.text, error.source().begin);
    if (says("redefine"))
      file.fail(start_of_line(file.text, at), "this key stands in the file already");
    file.fail(at, says("representable") || says("interpreted")
                      ? "the number that ends here is out of range"
                      : "from here on this is no TOML: lines are KEY = VALUE, "
                        "texts stand in quotation marks");
  }
  Reader(file).read(root);
  file.content = content_of(file);
  return file;
}

ProblemFile read_problem(std::string const& path) { return problem_of_text(path, text_in(path)); }

}  // namespace rattleback::text
