#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "problems/core/problem.hpp"
#include "problems/text/readers.hpp"

namespace rattleback::text {

namespace {

class CaseReader : private Document {
 public:
  explicit CaseReader(ProblemFile& file) : Document(file) {}

  void read(toml::table const& root) {
    auto const* node = root.get("case");
    if (!node) {
      Number const zero{file_.graph.constant(0)};
      auto& rest = file_.cases.emplace_back();
      rest.name = "origin";
      rest.note = "the file has no [[case]]: give --q and --v";
      rest.is_missing = true;
      rest.q.assign(file_.coordinates.size(), zero);
      turn(rest, {});
      rest.v.assign(file_.velocities.size(), zero);
      return;
    }
    std::set<std::string> names;
    for (auto const& entry : array(*node, "case")) {
      auto const* stated = entry.as_table();
      if (!stated) fail(start_of(*node), "'case' must be a list of tables: write [[case]]");
      refuse_other_keys(
          *stated, " of a case",
          {"name", "note", "q", "rotation", "v", "parameters", "method_state", "project"});
      Start start;
      start.name = std::to_string(file_.cases.size() + 1);
      start.at = start_of(entry);
      if (auto const* name = stated->get("name")) start.name = line(*name, "name");
      if (start.name.empty()) fail(start.at, "the name of a case must not be empty");
      if (auto const* note = stated->get("note")) start.note = line(*note, "note");
      if (!names.insert(start.name).second)
        fail(start.at, fmt::format("a case is called '{}' already", start.name));
      if (auto const* parameters = stated->get("parameters"))
        read_own_parameters(*parameters, start);
      values_.clear();
      for (auto const& parameter : file_.parameters) {
        auto const own = std::find_if(start.parameters.begin(), start.parameters.end(),
                                      [&](auto const& p) { return p.first == parameter.name; });
        auto const& value = own == start.parameters.end() ? parameter.value : own->second;
        values_.emplace_back(parameter.name, value.node);
      }
      for (auto const& [name, text] : file_.computed_parameters)
        values_.emplace_back(name, formula(text, values_, file_.graph));
      read_position(*stated, start);
      auto const& v = required(*stated, "v", "the velocities of the start");
      start.v = numbers(v, file_.velocities, "v", values_);
      auto const left_out = std::count(start.v.begin(), start.v.end(), std::nullopt);
      auto const constraints = static_cast<std::ptrdiff_t>(file_.constraints.size());
      if (left_out > constraints)
        fail(start_of(v), fmt::format("v leaves {} components out; allowed: at most as many as "
                                      "there are constraints, {}",
                                      left_out, constraints));
      if (auto const* is_state = stated->get("method_state"))
        start.is_method_state = boolean(*is_state, "method_state");
      if (auto const* project = stated->get("project"))
        start.project = boolean(*project, "project");
      file_.cases.push_back(std::move(start));
    }
  }

 private:
  /// Coordinates with names of the file's own as a list or a table; a rotation by its entries among
  /// them, or by the key `rotation`.
  void read_position(toml::table const& stated, Start& start) {
    auto const& own = file_.own_coordinates;
    bool const turns = own.size() < file_.coordinates.size();
    std::vector<std::string> all_names;  // without the direction that follows from the rotation
    std::copy_if(file_.coordinates.begin(), file_.coordinates.end(), std::back_inserter(all_names),
                 [&](auto const& name) { return !is_direction(name); });
    auto const* rotation = stated.get("rotation");
    if (rotation && (!turns || file_.factors.back().kind == Factor::so_n))
      fail(start_of(*rotation), turns ? "on SO(n) a case states the entries of its rotation in q"
                                      : "this space has no rotation");
    std::vector<std::optional<Number>> given;
    if (!own.empty() || stated.contains("q")) {
      auto const& q = required(stated, "q", "the coordinates of the start");
      auto const* list = q.as_array();
      bool const all = list ? list->size() == all_names.size() : table(q, "q").contains("R11");
      if (all && rotation) fail(start_of(*rotation), "q states the rotation already");
      auto const& names = all ? all_names : own;
      given = numbers(q, names, "q", values_);
      for (auto const& value : given)
        if (!value)
          fail(start_of(q), fmt::format("q names all coordinates: {}", fmt::join(names, ", ")));
    }
    bool const all = given.size() == all_names.size();
    std::size_t next = 0;
    for (auto const& name : file_.coordinates)
      start.q.push_back(!is_direction(name) && (all || !file_.is_rotation_entry(name))
                            ? *given[next++]
                            : Number{file_.graph.constant(0)});
    if (all) {
      auto const third_row = std::find(file_.coordinates.begin(), file_.coordinates.end(), "R31") -
                             file_.coordinates.begin();
      for (std::size_t i = 0; i < start.q.size(); ++i)
        if (is_direction(file_.coordinates[i]))
          start.q[i] = start.q[third_row + file_.coordinates[i].back() - '1'];
      return;
    }
    std::vector<Number> turn_by;
    if (rotation)
      for (auto const& value : numbers(*rotation, {"x", "y", "z"}, "rotation", values_)) {
        if (!value) fail(start_of(*rotation), "a rotation has three numbers: axis times angle");
        turn_by.push_back(*value);
      }
    turn(start, turn_by);
  }
  /// True for gamma1 to gamma3 as coordinates: they are the third row of the rotation.
  bool is_direction(std::string const& name) const {
    return file_.is_rotation_entry(name) && name.starts_with("gamma");
  }
  /// Sets the entries of the rotation by a vector, exp(hat(a)): Rodrigues' formula.
  void turn(Start& start, std::vector<Number> const& by) {
    // A smaller angle is zero in every precision, and its square would underflow.
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
      if (!file_.is_rotation_entry(file_.coordinates[i])) continue;
      auto const& name = file_.coordinates[i];
      int const row = is_direction(name) ? 2 : name[1] - '1', column = name.back() - '1';
      start.q[i] = turned ? Number{entry_of(turned_entries[3 * row + column])}
                          : Number{file_.graph.constant(row == column ? 1 : 0)};
    }
  }

  void read_own_parameters(toml::node const& node, Start& start) {
    auto const known = file_.parameter_names();
    for (auto const& [key, value] : table(node, "parameters")) {
      std::string const name(key.str());
      if (std::find(known.begin(), known.end(), name) == known.end())
        fail(place_of(key), fmt::format("there is no parameter '{}'; nearest: {}; known: {}", name,
                                        nearest(name, known), fmt::join(known, ", ")));
      start.parameters.emplace_back(name, number(value, name));
    }
  }

  Names values_;  ///< parameters of the case, as constants
};

}  // namespace

bool ProblemFile::is_rotation_entry(std::string const& name) const {
  return std::find(own_coordinates.begin(), own_coordinates.end(), name) == own_coordinates.end();
}

void read_cases(toml::table const& root, ProblemFile& file) { CaseReader(file).read(root); }

}  // namespace rattleback::text
