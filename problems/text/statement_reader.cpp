#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "problems/text/readers.hpp"

namespace rattleback::text {

namespace {

class StatementReader : private Document {
 public:
  StatementReader(ProblemFile& file, Names const& names) : Document(file), names_(names) {}

  void read(toml::table const& root) {
    read_words(root);
    read_scale(root, "time_scale", file_.time_scale);
    read_scale(root, "size_scale", file_.size_scale);
    read_structure(root);
    read_functions(root);
    if (auto const* node = root.get("reversed"))
      for (auto const& [key, value] : in_file_order(table(*node, "reversed")))
        file_.reversed.emplace_back(place_among(file_.parameter_names(), std::string(key->str()),
                                                place_of(*key), "a parameter"),
                                    of(*value, 0, "the parameters"));
    if (auto const* node = root.get("domain"))
      for (auto const& entry : array(*node, "domain")) {
        auto const* condition = entry.as_table();
        if (!condition)
          fail(start_of(*node), "'domain' must be a list of tables: write [[domain]]");
        read_condition(*condition);
      }
  }

 private:
  void read_words(toml::table const& root) {
    for (auto const& [key, words] :
         {std::pair{"source", &file_.source}, std::pair{"exact_solution", &file_.exact_solution},
          std::pair{"reversing_symmetry", &file_.reversing_symmetry},
          std::pair{"invariant_measure", &file_.invariant_measure},
          std::pair{"frame_in_words", &file_.frame_in_words}})
      if (auto const* node = root.get(key)) *words = line(*node, key);
  }
  void read_scale(toml::table const& root, char const* key, std::optional<Number>& scale) {
    auto const* node = root.get(key);
    if (!node) return;
    scale = number(*node, key);
    double const value = this->value(*scale);
    if (!(value > 0) || !std::isfinite(value))
      fail(start_of(*node), fmt::format("{} is {}; allowed: a finite number > 0", key, value));
  }
  void read_structure(toml::table const& root) {
    file_.dependent_velocities = places(root, "dependent_velocities", file_.velocities);
    auto const constraints = file_.constraints.size();
    auto const count = file_.dependent_velocities.size();
    if (count != 0 && count != constraints)
      fail(start_of(*root.get("dependent_velocities")),
           fmt::format("dependent_velocities names {} velocities; allowed: as many as there are "
                       "constraints, {}",
                       count, constraints));
    file_.group_coordinates = places(root, "group_coordinates", file_.coordinates);
    if (auto const* node = root.get("reduced_coordinate"))
      file_.reduced_coordinate = place_among(file_.coordinates, string(*node, "reduced_coordinate"),
                                             start_of(*node), "a coordinate");
    if (auto const* node = root.get("potential_degree")) {
      auto const* degree = node->as_integer();
      if (!degree || degree->get() < 1 || degree->get() > 100)
        fail(start_of(*node), "potential_degree must be a whole number from 1 to 100");
      file_.potential_degree = static_cast<int>(degree->get());
    }
    if (auto const* node = root.get("sampled_starts"))
      file_.sampled_starts = boolean(*node, "sampled_starts");
  }
  void read_functions(toml::table const& root) {
    if (auto const* node = root.get("density"))
      file_.density_node = of(*node, all_inputs(), "coordinates and velocities");
    if (auto const* node = root.get("reducing_multiplier")) {
      auto const shape = file_.coordinates.size() - file_.constraints.size();
      file_.reducing_multiplier_node =
          of(*node, file_.first_coordinate() + static_cast<int>(shape), "the shape coordinates");
    }
    if (auto const* node = root.get("regular_constraints")) {
      for (auto const& row : array(*node, "regular_constraints"))
        file_.regular_constraint_nodes.push_back(
            of(row, all_inputs(), "coordinates and velocities"));
      require_count(*node, "regular_constraints", file_.regular_constraint_nodes.size(),
                    file_.constraints.size());
    }
    if (auto const* node = root.get("frame")) {
      auto const dof = file_.velocities.size();
      auto const& rows = array(*node, "frame");
      require_count(*node, "frame", rows.size(), dof - file_.constraints.size());
      for (auto const& row : rows) {
        auto const& entries = array(row, "frame");
        require_count(row, "a row of frame", entries.size(), dof);
        for (auto const& entry : entries)
          file_.frame_nodes.push_back(of(entry, file_.first_velocity(), "coordinates"));
      }
    }
  }
  void read_condition(toml::table const& stated) {
    refuse_other_keys(stated, " of a condition on the domain",
                      {"positive", "not_negative", "error"});
    bool const may_vanish = stated.contains("not_negative");
    if (may_vanish == stated.contains("positive"))
      fail(start_of(stated), "a condition on the domain has one formula: positive or not_negative");
    auto const& formula = *stated.get(may_vanish ? "not_negative" : "positive");
    file_.domain.push_back(
        {of(formula, file_.first_velocity(), "parameters and coordinates"), may_vanish,
         line(required(stated, "error", "what to say where the formula is negative"), "error")});
  }

  void require_count(toml::node const& node, std::string const& what, std::size_t count,
                     std::size_t wanted) const {
    if (count != wanted)
      fail(start_of(node), fmt::format("{} has {} entries; allowed: {}", what, count, wanted));
  }
  int all_inputs() const {
    return file_.first_velocity() + static_cast<int>(file_.velocities.size());
  }
  /// Reads a formula of the first `inputs` inputs alone; 0: of the parameters.
  graph::Index of(toml::node const& node, int inputs, char const* what) {
    graph::Index const formula = node_of(node, names_);
    int const parameters = file_.parameter_count();
    for (graph::Index const i : file_.graph.nodes_for(std::array{formula})) {
      auto const& [operation, a, b, value] = file_.graph[i];
      if (operation != graph::Operation::input || a < parameters) continue;
      if (a >= std::max(inputs, parameters) || (file_.driven && a == parameters))
        fail(start_of(node), fmt::format("this is not a formula of {} alone", what));
    }
    return formula;
  }
  int place_among(std::vector<std::string> const& all, std::string const& name, Place at,
                  char const* what) const {
    auto const found = std::find(all.begin(), all.end(), name);
    if (found == all.end())
      fail(at, fmt::format("'{}' is not {}; nearest: {}; allowed: {}", name, what,
                           nearest(name, all), fmt::join(all, ", ")));
    return static_cast<int>(found - all.begin());
  }
  std::vector<int> places(toml::table const& root, char const* key,
                          std::vector<std::string> const& all) const {
    std::vector<int> found;
    auto const* node = root.get(key);
    if (!node) return found;
    for (auto const& entry : array(*node, key)) {
      found.push_back(place_among(all, string(entry, key), start_of(entry), "a name of this list"));
      if (std::count(found.begin(), found.end(), found.back()) > 1)
        fail(start_of(entry), fmt::format("'{}' is named twice", string(entry, key)));
    }
    return found;
  }

  Names const& names_;
};

}  // namespace

void read_statements(toml::table const& root, Names const& names, ProblemFile& file) {
  StatementReader(file, names).read(root);
}

}  // namespace rattleback::text
