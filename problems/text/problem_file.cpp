#include "problems/text/problem_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/input.hpp"
#include "problems/core/graph/canonical.hpp"
#include "problems/core/problem.hpp"
#include "problems/text/readers.hpp"

namespace rattleback::text {

namespace {

constexpr std::size_t longest_file = 1000000;
constexpr std::size_t most_coordinates = capacity_of_large_systems.coordinates;

/// Rotation as a factor of a space, with the names of its coordinates and velocities.
struct Rotation {
  Factor factor;
  std::vector<std::string> coordinates, velocities;
};
/// Returns a rotation by its name in `space`; nothing: it is another factor.
std::optional<Rotation> rotation_of(std::string const& name) {
  auto const entries = [](int n) {
    std::vector<std::string> all;
    for (int i = 1; i <= n; ++i)
      for (int k = 1; k <= n; ++k) all.push_back(fmt::format("R{}{}", i, k));
    return all;
  };
  std::vector<std::string> const w{"w1", "w2", "w3"};
  if (name == "SO3") return Rotation{{Factor::so3}, entries(3), w};
  if (name == "spatial SO3") return Rotation{{Factor::spatial_so3}, entries(3), w};
  if (name == "directed SO3") {
    auto coordinates = entries(3);
    coordinates.insert(coordinates.begin(), {"gamma1", "gamma2", "gamma3"});
    return Rotation{{Factor::directed_so3}, coordinates, w};
  }
  if (name == "SO(3)") return Rotation{{Factor::so_n, 3}, entries(3), {"v21", "v31", "v32"}};
  if (name == "SO(4)")
    return Rotation{{Factor::so_n, 4}, entries(4), {"v21", "v31", "v32", "v41", "v42", "v43"}};
  return {};
}

class Reader : private Document {
 public:
  explicit Reader(ProblemFile& file) : Document(file) {}

  void read(toml::table const& root) {
    std::vector<std::string> known{
        "name",       "coordinates", "space", "lagrangian", "constraints", "forces", "definitions",
        "invariants", "parameters",  "case",  "holonomic",  "events",      "tables"};
    known.insert(known.end(),
                 {"time_scale", "size_scale", "source", "reversing_symmetry", "exact_solution",
                  "invariant_measure", "frame_in_words", "frame", "density", "regular_constraints",
                  "reducing_multiplier", "reversed", "dependent_velocities", "group_coordinates",
                  "reduced_coordinate", "potential_degree", "sampled_starts", "domain"});
    refuse_other_keys(root, "", known);
    file_.name = root.contains("name") ? line(*root.get("name"), "name") : file_.path;
    read_coordinates(root);
    read_parameters(root);
    if (auto const* tables = root.get("tables"))
      for (auto const& [key, points] : in_file_order(table(*tables, "tables")))
        refuse_taken(std::string(key->str()), place_of(*key), taken_);
    read_tables(root);
    file_.driven = root.contains("forces") || (!taken_.contains("t") && mentions_time(root));
    Names names = inputs();
    for (auto const& [name, node] : computed_parameters_) {
      file_.definitions.emplace_back(name, string(*node, name));
      file_.computed_parameters.push_back(file_.definitions.back());
      names.emplace_back(name, node_of(*node, names));
    }
    read_definitions(root, names);
    auto const& lagrangian = required(root, "lagrangian", "the Lagrangian, a formula in quotes");
    file_.lagrangian = string(lagrangian, "lagrangian");
    file_.lagrangian_at = start_of(lagrangian);
    file_.lagrangian_node = node_of(lagrangian, names);
    read_constraints(root, names);
    read_forces(root, names);
    if (auto const* invariants = root.get("invariants"))
      for (auto const& [key, value] : in_file_order(table(*invariants, "invariants"))) {
        file_.invariant_names.emplace_back(key->str());
        refuse_wrong_invariant(file_.invariant_names.back(), place_of(*key));
        if (file_.invariant_names.size() > most_invariants)
          fail(place_of(*key),
               fmt::format("more than {} invariants are too many", most_invariants));
        file_.invariant_nodes.push_back(node_of(*value, names));
      }
    read_position_constraints(root, names);
    if (auto const* events = root.get("events"))
      for (auto const& [key, value] : in_file_order(table(*events, "events"))) {
        file_.events.emplace_back(key->str());
        file_.event_nodes.push_back(node_of(*value, names));
      }
    read_statements(root, names, file_);
    read_cases(root, file_);
  }

 private:
  /// True if a formula has the name t.
  static bool mentions_time(toml::table const& root) {
    bool found = false;
    auto const look = [&](toml::node const& node) {
      if (auto const* text = node.as_string()) found = found || has_name(text->get(), "t");
    };
    auto const look_into = [&](char const* key) {
      auto const* node = root.get(key);
      if (!node) return;
      look(*node);
      if (auto const* list = node->as_array())
        for (auto const& entry : *list) look(entry);
      if (auto const* table = node->as_table())
        for (auto const& [name, entry] : *table) look(entry);
    };
    for (char const* key :
         {"lagrangian", "constraints", "definitions", "invariants", "holonomic", "events"})
      look_into(key);
    return found;
  }
  /// Adds the names of subexpressions; a definition may use those before it.
  void read_definitions(toml::table const& root, Names& names) {
    auto const* node = root.get("definitions");
    if (!node) return;
    for (auto const& [key, value] : in_file_order(table(*node, "definitions"))) {
      std::string const name(key->str());
      refuse_taken(name, place_of(*key), taken_);
      auto const is_input = [&](auto const& known) { return known.first == name; };
      if (std::find_if(names.begin(), names.end(), is_input) != names.end())
        fail(place_of(*key),
             fmt::format("'{}' is a name of formulas already; choose another", name));
      file_.definitions.emplace_back(name, string(*value, name));
      names.emplace_back(name, node_of(*value, names));
    }
  }
  void read_forces(toml::table const& root, Names const& names) {
    if (!file_.driven) return;
    file_.forces.assign(file_.velocities.size(), "");
    file_.force_nodes.assign(file_.velocities.size(), file_.graph.constant(0));
    auto const* node = root.get("forces");
    if (!node) return;
    file_.forces_at = start_of(*node);
    for (auto const& [key, value] : in_file_order(table(*node, "forces"))) {
      std::string const name(key->str());
      auto const at = std::find(file_.velocities.begin(), file_.velocities.end(), name);
      if (at == file_.velocities.end())
        fail(place_of(*key),
             fmt::format("'{}' is not a velocity, on which a force could act; nearest: {}; "
                         "allowed: {}",
                         name, nearest(name, file_.velocities), fmt::join(file_.velocities, ", ")));
      auto const i = at - file_.velocities.begin();
      file_.forces[i] = string(*value, name);
      file_.force_nodes[i] = node_of(*value, names);
    }
  }
  void refuse_wrong_name(std::string const& name, Place at) const {
    if (!is_name(name))
      fail(at, fmt::format("'{}' is not a name: letters, digits and underscores, no digit first",
                           name));
  }
  /// An invariant may be called like a coordinate or a velocity, and like a function.
  void refuse_wrong_invariant(std::string const& name, Place at) const {
    refuse_wrong_name(name, at);
    if (name == "energy") fail(at, "the energy is an invariant already");
    if (file_.driven && (name.starts_with("balance") || name == "work"))
      fail(at, fmt::format("'{}' is what a driven system records already; choose another", name));
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
      file_.own_coordinates.push_back(names.back().first);
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
    if (auto const rotation = rotation_of(factor); rotation && count == 1) {
      auto const& [value, coordinates, velocities] = *rotation;
      if (std::any_of(file_.factors.begin(), file_.factors.end(),
                      [](Factor const& other) { return other.kind > Factor::se2; }))
        fail(at, "a space has at most one rotation");
      for (auto const* names : {&coordinates, &velocities})
        for (auto const& name : *names) refuse_taken(name, at, taken_);
      if (value.kind != Factor::directed_so3)
        for (char const* const name : {"gamma1", "gamma2", "gamma3"})
          refuse_taken(name, at, taken_);
      file_.coordinates.insert(file_.coordinates.end(), coordinates.begin(), coordinates.end());
      file_.velocities.insert(file_.velocities.end(), velocities.begin(), velocities.end());
      file_.factors.push_back(value);
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
    if (size > most_coordinates)
      fail(at, fmt::format("{} has too many coordinates; allowed: R1 to R{}", factor,
                           most_coordinates));
    if (size == 0)
      fail(at, fmt::format(
                   "'{}' is not a factor of a space; allowed: R1, R2, ..., and SE2 and SO3 once "
                   "each, as in [\"R2\", \"SO3\"], or a rotation of another kind, spatial SO3, "
                   "directed SO3, SO(3) or SO(4)",
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
    file_.factors.push_back({plane ? Factor::se2 : Factor::euclidean, static_cast<int>(size)});
    return size;
  }
  void read_parameters(toml::table const& root) {
    auto const* node = root.get("parameters");
    if (!node) return;
    for (auto const& [key, value] : in_file_order(table(*node, "parameters"))) {
      std::string const name(key->str());
      refuse_taken(name, place_of(*key), taken_);
      if (is_computed(*value))
        computed_parameters_.emplace_back(name, value);
      else
        file_.parameters.push_back(parameter(name, *value));
    }
  }
  /// True for a formula of parameters that come before it.
  bool is_computed(toml::node const& node) const {
    auto const* text = node.as_string();
    if (!text) return false;
    auto const mentions = [&](std::string const& name) { return has_name(text->get(), name); };
    return std::any_of(file_.parameters.begin(), file_.parameters.end(),
                       [&](auto const& known) { return mentions(known.name); }) ||
           std::any_of(computed_parameters_.begin(), computed_parameters_.end(),
                       [&](auto const& known) { return mentions(known.first); });
  }
  /// Reads a number, or a table with the number, its meaning and its bound.
  ParameterText parameter(std::string const& name, toml::node const& node) {
    auto const* stated = node.as_table();
    if (!stated) return {name, number(node, name)};
    refuse_other_keys(*stated, " of a parameter", {"value", "meaning", "above", "from"});
    ParameterText parameter{name, number(required(*stated, "value", "a number"), name)};
    if (auto const* meaning = stated->get("meaning")) parameter.meaning = line(*meaning, "meaning");
    for (char const* key : {"above", "from"})
      if (auto const* bound = stated->get(key)) {
        parameter.lower = this->value(number(*bound, key));
        parameter.lower_allowed = std::string_view(key) == "from";
        double const value = this->value(parameter.value);
        if (value < parameter.lower || (value == parameter.lower && !parameter.lower_allowed))
          fail(start_of(node),
               fmt::format("{} is {}; allowed: {}", name, value,
                           bound_in_words(parameter.lower, parameter.lower_allowed)));
      }
    return parameter;
  }
  /// Names of everything that formulas read.
  Names inputs() {
    Names names;
    int count = 0;
    auto const add = [&](std::string const& name) {
      names.emplace_back(name, file_.graph.input(count++));
    };
    for (auto const& parameter : file_.parameters) add(parameter.name);
    if (file_.driven) {
      if (taken_.contains("t"))
        ++count;  // the file's own t hides the time
      else
        add("t");
    }
    for (auto const& name : file_.coordinates) add(name);
    for (auto const& name : file_.velocities) add(name);
    // The direction e3 in the body, gamma = R^T e3.
    auto const third_row = std::find(file_.coordinates.begin(), file_.coordinates.end(), "R31");
    if (third_row != file_.coordinates.end() && !taken_.contains("R41") &&
        std::find(file_.coordinates.begin(), third_row, "gamma1") == third_row)
      for (int i = 0; i < 3; ++i)
        names.emplace_back(
            fmt::format("gamma{}", i + 1),
            file_.graph.input(file_.first_coordinate() +
                              static_cast<int>(third_row - file_.coordinates.begin()) + i));
    return names;
  }
  void read_constraints(toml::table const& root, Names const& names) {
    if (!root.contains("constraints") && root.contains("holonomic")) return;
    auto const& node = required(root, "constraints", "a list of formulas that vanish, or []");
    auto const& all = array(node, "constraints");
    for (auto const& constraint : all) {
      file_.constraints.push_back(string(constraint, "constraints"));
      file_.constraints_at.push_back(start_of(constraint));
      file_.constraint_nodes.push_back(node_of(constraint, names));
    }
  }
  /// Reads constraints on coordinates. Each adds the constraint on velocities that follows from it,
  /// and an invariant, whose deviation is the drift.
  void read_position_constraints(toml::table const& root, Names const& names) {
    auto const* node = root.get("holonomic");
    if (!node) return;
    auto const& all = array(*node, "holonomic");
    if (all.empty()) fail(start_of(*node), "at least one position constraint is wanted");
    for (auto const& formula : all) {
      auto const at = start_of(formula);
      auto const g = node_of(formula, names);
      if (file_.graph.last_input(g) >= file_.first_velocity())
        fail(at, "a position constraint has no velocity: state it in 'constraints'");
      if (file_.graph.last_input(g) < file_.first_coordinate())
        fail(at, "this position constraint depends on no coordinate");
      file_.position_nodes.push_back(g);
      file_.constraints.push_back(fmt::format("d/dt ({})", string(formula, "holonomic")));
      file_.constraints_at.push_back(at);
      file_.constraint_nodes.push_back(rate_of(g, file_));
      file_.invariant_names.push_back(fmt::format("position_{}", file_.position_nodes.size()));
      file_.invariant_nodes.push_back(g);
      if (file_.invariant_names.size() > most_invariants)
        fail(at, fmt::format("more than {} invariants and position constraints are too many",
                             most_invariants));
    }
  }

  std::set<std::string> taken_;  ///< names so far
  /// Parameters that are formulas of others.
  std::vector<std::pair<std::string, toml::node const*>> computed_parameters_;
};

/// Returns what identifies the system, apart from the values of parameters and cases, on one line:
/// the space, all names and the formulas in canonical form.
std::string content_of(ProblemFile const& file) {
  std::vector<graph::Index> formulas{file.lagrangian_node};
  formulas.insert(formulas.end(), file.constraint_nodes.begin(), file.constraint_nodes.end());
  formulas.insert(formulas.end(), file.invariant_nodes.begin(), file.invariant_nodes.end());
  formulas.insert(formulas.end(), file.force_nodes.begin(), file.force_nodes.end());
  formulas.insert(formulas.end(), file.event_nodes.begin(), file.event_nodes.end());
  return fmt::format("{}text: space {}; coordinates {}; parameters {}; invariants {}; formulas {}",
                     file.driven ? "driven " : "", fmt::join(file.space, " x "),
                     fmt::join(file.coordinates, ", "), fmt::join(file.parameter_names(), ", "),
                     fmt::join(file.invariant_names, ", "),
                     graph::canonical_text(file.graph, formulas));
}

}  // namespace

ProblemFile problem_of_text(std::string const& path, std::string text) {
  ProblemFile file;
  file.path = path;
  file.text = std::move(text);
  if (file.text.size() > longest_file)
    throw InvalidInput(fmt::format("'{}' is too long; allowed in a problem: at most {} bytes", path,
                                   longest_file));
  auto const root = parsed(file);
  Reader(file).read(root);
  file.content = content_of(file);
  file.kinks = kinks_of(file);
  return file;
}

void ProblemFile::leave_out(std::size_t k) {
  left_out.push_back(constraints[k]);
  auto const velocity_constraints = constraints.size() - position_nodes.size();
  auto const remove = [](auto& all, std::size_t i) { all.erase(all.begin() + long(i)); };
  if (k >= velocity_constraints) {
    std::size_t const g = k - velocity_constraints,
                      first = invariant_nodes.size() - position_nodes.size();
    remove(invariant_names, first + g);
    remove(invariant_nodes, first + g);
    remove(position_nodes, g);
  }
  remove(constraints, k);
  remove(constraints_at, k);
  remove(constraint_nodes, k);
}

void ProblemFile::regularise() {
  is_regularised = true;
  auto const half = graph.divide(graph.constant(1), graph.constant(2));
  for (auto const phi : constraint_nodes)
    lagrangian_node = graph.add(lagrangian_node, graph.multiply(half, graph.multiply(phi, phi)));
}

ProblemFile read_problem(std::string const& path) {
  return problem_of_text(path, text_in(path, longest_file));
}

}  // namespace rattleback::text
