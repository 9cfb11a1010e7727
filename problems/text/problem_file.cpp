#include "problems/text/problem_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "problems/core/input.hpp"
#include "problems/core/graph/canonical.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/text/document.hpp"
#include "problems/text/expression.hpp"

namespace rattleback::text {

namespace {

constexpr std::size_t longest_file = 1000000;
constexpr std::size_t most_coordinates = 16;

class Reader : private Document {
 public:
  explicit Reader(ProblemFile& file) : Document(file), file_(file) {}

  void read(toml::table const& root) {
    refuse_other_keys(root, "",
                      {"name", "coordinates", "space", "lagrangian", "constraints", "invariants",
                       "parameters", "case"});
    file_.name = root.contains("name") ? line(*root.get("name"), "name") : file_.path;
    read_coordinates(root);
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
        refuse_wrong_invariant(file_.invariant_names.back(), place_of(*key));
        if (file_.invariant_names.size() > most_invariants)
          fail(place_of(*key),
               fmt::format("more than {} invariants are too many", most_invariants));
        file_.invariant_nodes.push_back(node_of(*value, names));
      }
    read_cases(root);
  }

 private:
  void refuse_wrong_name(std::string const& name, Place at) const {
    if (!is_name(name))
      fail(at,
           fmt::format("'{}' is no name: letters, digits and underscores, no digit first", name));
  }
  /// An invariant may be called like a coordinate or a velocity, and like a function.
  void refuse_wrong_invariant(std::string const& name, Place at) const {
    refuse_wrong_name(name, at);
    if (name == "energy") fail(at, "the energy is an invariant already");
    if (name.ends_with("_of_p"))
      fail(at, fmt::format("'{}' ends in '_of_p', as the names of what methods compute from their "
                           "momenta; choose another",
                           name));
  }
  void refuse_taken(std::string const& name, Place at, std::set<std::string>& taken) const {
    refuse_wrong_name(name, at);
    auto const reserved = reserved_names();
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      fail(at, fmt::format("'{}' is a name of formulas already; choose another", name));
    if (!taken.insert(name).second)
      fail(at, fmt::format("the name '{}' is taken already, by a coordinate, a velocity or a "
                           "parameter; choose another",
                           name));
  }
  using OwnNames = std::vector<std::pair<std::string, Place>>;
  /// Names of the file's own coordinates, in the order of the space's factors.
  OwnNames read_names(toml::table const& root) {
    if (!root.contains("coordinates") && root.contains("space")) return {};
    auto const& node = required(root, "coordinates", "a list of names, as in [\"x\", \"y\"]");
    auto const& list = array(node, "coordinates");
    if (list.empty()) fail(start_of(node), "at least one coordinate is wanted");
    if (list.size() > most_coordinates)
      fail(start_of(node), fmt::format("{} coordinates are too many; allowed: at most {}",
                                       list.size(), most_coordinates));
    OwnNames names;
    for (auto const& name : list) {
      names.emplace_back(string(name, "coordinates"), start_of(name));
      refuse_taken(names.back().first, start_of(name), taken_);
    }
    return names;
  }
  void read_coordinates(toml::table const& root) {
    auto const names = read_names(root);
    auto const* space = root.get("space");
    Place const at = start_of(space ? *space : *root.get("coordinates"));
    if (space)
      for (auto const& factor : array(*space, "space"))
        file_.space.push_back(string(factor, "space"));
    else
      file_.space = {fmt::format("R{}", names.size())};
    std::size_t used = 0;
    for (auto const& factor : file_.space) used += add_factor(factor, names, used, at);
    if (used != names.size())
      fail(at, fmt::format("the space has {} coordinates with names of your own, and 'coordinates' "
                           "names {}; rotations are named R11 to R33 already",
                           used, names.size()));
  }
  /// Adds names of the factor's coordinates and velocities; returns how many of `names` it takes.
  std::size_t add_factor(std::string const& factor, OwnNames const& names, std::size_t used,
                         Place at) {
    auto const count = std::count(file_.space.begin(), file_.space.end(), factor);
    if (factor == "SO3" && count == 1) {
      auto const rotation = rotation_coordinates();
      for (auto const& name : rotation) refuse_taken(name, at, taken_);
      for (char const* const name : {"gamma1", "gamma2", "gamma3", "w1", "w2", "w3"})
        refuse_taken(name, at, taken_);
      file_.coordinates.insert(file_.coordinates.end(), rotation.begin(), rotation.end());
      file_.velocities.insert(file_.velocities.end(), {"w1", "w2", "w3"});
      return 0;
    }
    if (factor.size() > 1 && factor[0] == 'R' && factor[1] == '0' &&
        factor.find_first_not_of("0123456789", 1) == factor.npos)
      fail(at, fmt::format("'{}' begins its number with 0; allowed: R1, R2, ..., without zeros in "
                           "front",
                           factor));
    bool const plane = factor == "SE2" && count == 1;
    bool const euclidean = factor.size() > 1 && factor[0] == 'R' &&
                           factor.find_first_not_of("0123456789", 1) == factor.npos;
    std::size_t const size = plane       ? 3
                             : euclidean ? std::min(std::atol(factor.c_str() + 1), 99L)
                                         : 0;
    if (size == 0)
      fail(at,
           fmt::format("'{}' is no factor of a space; allowed: R1, R2, ..., and SE2 and SO3 once "
                       "each, as in [\"R2\", \"SO3\"]",
                       factor));
    if (used + size > names.size())
      fail(at, fmt::format("{} has {} coordinates, and 'coordinates' names {} for it", factor, size,
                           names.size() - used));
    for (std::size_t i = 0; i < size; ++i) {
      auto const& [name, place] = names[used + i];
      auto const velocity = plane ? std::array{"v1", "v2", "w"}[i] : time_derivatives({name})[0];
      refuse_taken(velocity, place, taken_);
      file_.coordinates.push_back(name);
      file_.velocities.push_back(velocity);
    }
    return size;
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
    // The direction e3 in the body, gamma = R^T e3.
    auto const third_row = std::find(file_.coordinates.begin(), file_.coordinates.end(), "R31");
    if (third_row != file_.coordinates.end())
      for (int i = 0; i < 3; ++i)
        names.emplace_back(
            fmt::format("gamma{}", i + 1),
            file_.graph.input(file_.parameter_count() +
                              static_cast<int>(third_row - file_.coordinates.begin()) + i));
    return names;
  }
  void read_constraints(toml::table const& root, Names const& names) {
    auto const& node = required(root, "constraints", "a list of formulas that vanish");
    auto const& all = array(node, "constraints");
    if (all.empty()) fail(start_of(node), "at least one constraint is wanted");
    if (all.size() >= file_.velocities.size())
      fail(start_of(node), fmt::format("{} constraints leave none of {} velocities free",
                                       all.size(), file_.velocities.size()));
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
      return formula(text, names, file_.graph, file_.parameter_count());
    } catch (Mistake const& mistake) {
      auto const inside = inside_of(node, text);
      fail(inside ? *inside + mistake.at : start_of(node), mistake.what);
    }
  }

  Number number(toml::node const& node, std::string const& what) {
    if (node.is_string()) {
      Number const value{node_of(node, {})};
      require_finite(value, node, what);
      return value;
    }
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
      Number const value{formula(digits, {}, file_.graph), half_unit(digits)};
      require_finite(value, node, what);
      return value;
    } catch (Mistake const&) {
      fail(start_of(node), fmt::format("{} wants a finite number, between 1e-300 and 1e300", what));
    }
  }
  void require_finite(Number const& value, toml::node const& node, std::string const& what) const {
    if (!std::isfinite(this->value(value)))
      fail(start_of(node), fmt::format("{} has no finite value", what));
  }
  double value(Number const& number) const { return *file_.graph.fixed_value(number.node); }
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
      turn(rest, {});
      rest.v.assign(file_.velocities.size(), zero);
      return;
    }
    std::set<std::string> names;
    for (auto const& entry : array(*node, "case")) {
      auto const* stated = entry.as_table();
      if (!stated) fail(start_of(*node), "'case' wants tables: write [[case]]");
      refuse_other_keys(*stated, " of a case",
                        {"name", "note", "q", "rotation", "v", "parameters"});
      Start start;
      start.name = std::to_string(file_.cases.size() + 1);
      start.at = start_of(entry);
      if (auto const* name = stated->get("name")) start.name = line(*name, "name");
      if (auto const* note = stated->get("note")) start.note = line(*note, "note");
      if (!names.insert(start.name).second)
        fail(start.at, fmt::format("a case is called '{}' already", start.name));
      read_position(*stated, start);
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
  /// Coordinates with names of the file's own as a list or a table; a rotation by its entries among
  /// them, or by the key `rotation`.
  void read_position(toml::table const& stated, Start& start) {
    std::vector<std::string> own;
    for (auto const& name : file_.coordinates)
      if (!is_rotation_entry(name)) own.push_back(name);
    bool const turns = own.size() < file_.coordinates.size();
    auto const* rotation = stated.get("rotation");
    if (rotation && !turns) fail(start_of(*rotation), "this space has no rotation");
    std::vector<std::optional<Number>> given;
    if (!own.empty() || stated.contains("q")) {
      auto const& q = required(stated, "q", "the coordinates of the start");
      auto const* list = q.as_array();
      bool const all =
          list ? list->size() == file_.coordinates.size() : table(q, "q").contains("R11");
      if (all && rotation) fail(start_of(*rotation), "q states the rotation already");
      auto const& names = all ? file_.coordinates : own;
      given = numbers(q, names, "q");
      for (auto const& value : given)
        if (!value)
          fail(start_of(q), fmt::format("q names all coordinates: {}", fmt::join(names, ", ")));
    }
    bool const all = given.size() == file_.coordinates.size();
    std::size_t next = 0;
    for (auto const& name : file_.coordinates)
      start.q.push_back(all || !is_rotation_entry(name) ? *given[next++]
                                                        : Number{file_.graph.constant(0)});
    if (all) return;
    std::vector<Number> turn_by;
    if (rotation)
      for (auto const& value : numbers(*rotation, {"x", "y", "z"}, "rotation")) {
        if (!value) fail(start_of(*rotation), "a rotation has three numbers: axis times angle");
        turn_by.push_back(*value);
      }
    turn(start, turn_by);
  }
  bool is_rotation_entry(std::string const& name) const {
    auto const entries = rotation_coordinates();
    return std::find(file_.space.begin(), file_.space.end(), "SO3") != file_.space.end() &&
           std::find(entries.begin(), entries.end(), name) != entries.end();
  }
  /// Sets the entries of the rotation by a vector, exp(hat(a)): Rodrigues' formula.
  void turn(Start& start, std::vector<Number> const& by) {
    auto const entries = rotation_coordinates();
    // A smaller turn is none in any precision, and its square would vanish.
    constexpr double smallest = 1e-100;
    bool const turned = std::any_of(by.begin(), by.end(),
                                    [&](auto const& x) { return std::abs(value(x)) > smallest; });
    Names names;
    auto const entry_of = [&](char const* text) {
      try {
        return formula(text, names, file_.graph);
      } catch (Mistake const& mistake) {
        fail(start.at, "the angle of this rotation is out of range");
      }
    };
    if (turned) {
      for (int i = 0; i < 3; ++i) names.emplace_back(std::string(1, "abc"[i]), by[i].node);
      names.emplace_back("t", entry_of("sqrt(a^2 + b^2 + c^2)"));
      names.emplace_back("S", entry_of("sin(t)/t"));
      names.emplace_back("C", entry_of("(1 - cos(t))/t^2"));
    }
    constexpr char const* turned_entries[]{
        "1 - C*(b^2 + c^2)", "C*a*b - S*c", "C*a*c + S*b", "C*a*b + S*c",      "1 - C*(a^2 + c^2)",
        "C*b*c - S*a",       "C*a*c - S*b", "C*b*c + S*a", "1 - C*(a^2 + b^2)"};
    for (std::size_t i = 0; i < file_.coordinates.size(); ++i) {
      if (!is_rotation_entry(file_.coordinates[i])) continue;
      auto const entry = static_cast<std::size_t>(
          std::find(entries.begin(), entries.end(), file_.coordinates[i]) - entries.begin());
      start.q[i] = turned ? Number{entry_of(turned_entries[entry])}
                          : Number{file_.graph.constant(entry % 4 == 0 ? 1 : 0)};
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

/// Returns what identifies the system, apart from the values of parameters and cases, on one line:
/// the space, all names and the formulas in canonical form.
std::string content_of(ProblemFile const& file) {
  std::vector<std::string> parameters;
  for (auto const& [name, value] : file.parameters) parameters.push_back(name);
  std::vector<graph::Index> formulas{file.lagrangian_node};
  formulas.insert(formulas.end(), file.constraint_nodes.begin(), file.constraint_nodes.end());
  formulas.insert(formulas.end(), file.invariant_nodes.begin(), file.invariant_nodes.end());
  return fmt::format("text: space {}; coordinates {}; parameters {}; invariants {}; formulas {}",
                     fmt::join(file.space, " x "), fmt::join(file.coordinates, ", "),
                     fmt::join(parameters, ", "), fmt::join(file.invariant_names, ", "),
                     graph::canonical_text(file.graph, formulas));
}

}  // namespace

ProblemFile problem_of_text(std::string const& path, std::string text) {
  ProblemFile file;
  file.path = path;
  file.text = std::move(text);
  if (file.text.size() > longest_file)
    throw Misuse(fmt::format("'{}' is too long; allowed in a problem: at most {} bytes", path,
                             longest_file));
  auto const root = parsed(file);
  Reader(file).read(root);
  file.content = content_of(file);
  return file;
}

ProblemFile read_problem(std::string const& path) {
  return problem_of_text(path, text_in(path, longest_file));
}

}  // namespace rattleback::text
