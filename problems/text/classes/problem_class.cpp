#include "problems/text/classes/problem_class.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>
#include <regex>

#include "base/invalid_input.hpp"
#include "problems/core/graph/emit.hpp"
#include "problems/text/expression.hpp"

namespace rattleback::text {

namespace {

std::string in_quotes(std::string const& text) {
  std::string quoted = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}
std::string list_of(std::vector<std::string> const& texts) {
  std::vector<std::string> quoted;
  for (auto const& text : texts) quoted.push_back(in_quotes(text));
  return fmt::format("{{{}}}", fmt::join(quoted, ", "));
}

/// Returns the class of a factor of the space.
std::string class_of(std::string const& factor) {
  if (factor == "spatial SO3") return "Opposite<SO3>";
  if (factor == "directed SO3") return "DirectedRotation";
  if (factor.starts_with("SO(")) return fmt::format("SO<{}>", factor[3]);
  if (factor[0] == 'R') return fmt::format("rattleback::R<{}>", factor.substr(1));
  return factor;
}
std::string class_of_space(std::vector<std::string> const& factors) {
  auto space = class_of(factors.back());
  for (auto factor = factors.rbegin() + 1; factor != factors.rend(); ++factor)
    space = fmt::format("Product<{}, {}>", class_of(*factor), space);
  return space;
}

class Writer {
 public:
  Writer(ProblemFile const& file, std::string id)
      : file_(file),
        graph_(file.graph),
        zero_(graph_.constant(0)),
        id_(std::move(id)),
        name_(class_name(id_)),
        size_(static_cast<int>(file.coordinates.size())),
        dof_(static_cast<int>(file.velocities.size())),
        constraints_(static_cast<int>(file.constraints.size())) {
    for (auto const& parameter : file.parameters) parameters_.push_back("system." + parameter.name);
    int const first = file.first_coordinate();
    q_ = {"q", first, size_};
    v_ = {"v", first + size_, dof_};
  }

  std::string header(std::string const& extra) {
    add_formulas();
    add_members();
    std::string text = fmt::format(
        "#pragma once\n// Written from {}.toml.\n\n"
        "#include \"problems/core/graph/graph.hpp\"\n#include \"problems/core/problem.hpp\"\n"
        "#include \"problems/core/spaces/all.hpp\"\n",
        id_);
    if (!extra.empty())
      text += fmt::format(
          "\nnamespace rattleback {{\ntemplate <class Scalar>\nstruct {};\n}}\n#include \"{}\"\n",
          name_, extra);
    text += fmt::format(
        "\nnamespace rattleback {{\n\n"
        "template <class Number, class System>\nstruct {0}Formulas {{\n  using Real = Number;\n"
        "{1}}};\n",
        name_, formulas_);
    if (!file_.parameters.empty())
      text += fmt::format(
          "template <class Real>\ninline std::array<Real, {1}> const {2}_parameters = [] {{\n"
          "  std::array<Real, {1}> values;\n"
          "  {0}Formulas<Real, int>::parameters(0, values.data());\n  return values;\n}}();\n",
          name_, file_.parameters.size(), id_);
    return text + fmt::format(
                      "\ntemplate <class Scalar>\nstruct {0} : Extras<{0}<Scalar>> {{\n"
                      "  using Real = Scalar;\n  using Space = {1};\n"
                      "  using Formulas = {0}Formulas<Real, {0}>;\n{2}}};\n\n}}  // namespace "
                      "rattleback\n",
                      name_, class_of_space(file_.space), members_);
  }

 private:
  // ---- formulas: arrays in, arrays out ----

  void add_formula(std::string const& name, std::vector<graph::Argument> const& arguments,
                   std::vector<graph::Result> const& results) {
    formulas_ += graph::function_text(graph_, name, parameters_, arguments, results, true);
  }
  void add_stated(std::string const& name, std::vector<graph::Index> const& entries) {
    add_formula(name, stated_arguments(), {{"value", entries}});
  }
  std::vector<graph::Argument> stated_arguments() const {
    std::vector<graph::Argument> arguments{q_, v_};
    if (file_.driven) arguments.push_back({"t", file_.parameter_count(), 1});
    return arguments;
  }
  void add_formulas() {
    if (!file_.parameters.empty()) {
      std::vector<graph::Index> values;
      for (auto const& parameter : file_.parameters) values.push_back(parameter.value.node);
      auto const before = formulas_.size();
      add_formula("parameters", {}, {{"value", values}});
      // They are computed before main(), in no order with the variables `fraction`.
      static std::regex const fraction("fraction<Real, (-?\\d+), (\\d+)>");
      formulas_ = formulas_.substr(0, before) +
                  std::regex_replace(formulas_.substr(before), fraction, "(Real($1) / Real($2))");
    }
    add_stated("lagrangian", {file_.lagrangian_node});
    add_stated("constraint", file_.constraint_nodes);
    if (file_.driven) add_stated("force", file_.force_nodes);
    for (std::size_t k = 0; k < file_.cases.size(); ++k) add_case(k);
  }
  void add_case(std::size_t k) {
    auto const& start = file_.cases[k];
    std::vector<graph::Index> q, v, own;
    for (auto const& number : start.q) q.push_back(number.node);
    for (auto const& number : start.v) v.push_back(number ? number->node : zero_);
    for (auto const& [name, number] : start.parameters) own.push_back(number.node);
    add_formula(fmt::format("case_{}", k + 1), {}, {{"q", q}, {"v", v}, {"own", own}});
  }
  // ---- members of the class ----

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> line, Arguments&&... arguments) {
    members_ += "  " + fmt::format(line, std::forward<Arguments>(arguments)...) + "\n";
  }
  void add_members() {
    add("static constexpr int constraints = {};", constraints_);
    add("static constexpr std::array dependent_velocities{{{}}};",
        fmt::join(file_.dependent_velocities, ", "));
    if (file_.sampled_starts) add("static constexpr bool sampled_starts = true;");
    if (file_.potential_degree > 0)
      add("static constexpr int potential_degree = {};", file_.potential_degree);
    if (!file_.group_coordinates.empty())
      add("static constexpr std::array group_coordinates{{{}}};",
          fmt::join(file_.group_coordinates, ", "));
    if (file_.reduced_coordinate >= 0)
      add("static constexpr int reduced_coordinate = {};", file_.reduced_coordinate);
    for (std::size_t k = 0; k < file_.parameters.size(); ++k)
      add("Real {} = {}_parameters<Real>[{}];", file_.parameters[k].name, id_, k);
    if (file_.driven) add("Real time{{}};");
    add_parameters();
    add_card();
    add_cases();
    add_functions();
  }
  void add_parameters() {
    add("static constexpr std::array<Parameter<{}>, {}> parameters() {{", name_,
        file_.parameters.size());
    std::vector<std::string> all;
    for (auto const& [name, value, meaning, lower, lower_allowed] : file_.parameters) {
      auto const bound = std::isfinite(lower) ? fmt::format(", {}, {}", lower, lower_allowed) : "";
      all.push_back(
          fmt::format("{{\"{}\", &{}::{}, {}{}}}", name, name_, name, in_quotes(meaning), bound));
    }
    if (all.empty())
      add("  return {{}};");
    else
      add("  return {{{{{}}}}};", fmt::join(all, ",\n            "));
    add("}}");
  }
  void add_card() {
    add("static ProblemCard card() {{");
    add("  ProblemCard card;");
    auto const text = [&](char const* member, std::string const& value) {
      if (!value.empty()) add("  card.{} = {};", member, in_quotes(value));
    };
    text("id", id_);
    text("name", file_.name);
    text("reversing_symmetry", file_.reversing_symmetry);
    text("exact_solution", file_.exact_solution);
    text("source", file_.source);
    text("invariant_measure", file_.invariant_measure);
    text("frame", file_.frame_in_words);
    add("  card.coordinates = {};", list_of(file_.coordinates));
    add("  card.velocities = {};", list_of(file_.velocities));
    if (file_.invariant_names.empty())
      add("  if constexpr (requires {{ {0}::invariant_names; }})\n"
          "      card.invariants.assign({0}::invariant_names.begin(), {0}::invariant_names.end());",
          name_);
    else
      add("  card.invariants = {};", list_of(file_.invariant_names));
    if (file_.time_scale)
      add("  card.time_scale = {};", *file_.graph.fixed_value(file_.time_scale->node));
    if (file_.size_scale)
      add("  card.size_scale = {};", *file_.graph.fixed_value(file_.size_scale->node));
    add("  return card;");
    add("}}");
  }
  void add_cases() {
    add("static std::vector<Case<{}>> cases() {{", name_);
    add("  std::vector<Case<{}>> all;", name_);
    for (std::size_t k = 0; k < file_.cases.size(); ++k) {
      auto const& start = file_.cases[k];
      add("  {{");
      add("    auto& c = all.emplace_back(Case<{}>{{{}, {}, {{}}, {{}}, {{}}, {}}});", name_,
          in_quotes(start.name), in_quotes(start.note), start.is_method_state);
      add("    std::array<Real, {}> own;", std::max<std::size_t>(start.parameters.size(), 1));
      add("    Formulas::case_{}(c.system, c.q.c, c.v.c, own.data());", k + 1);
      for (std::size_t i = 0; i < start.parameters.size(); ++i)
        add("    c.system.{} = own[{}];", start.parameters[i].first, i);
      add("  }}");
    }
    add("  return all;");
    add("}}");
  }
  /// A function of the class that fills an array.
  void add_function(std::string const& type, std::string const& name,
                    std::vector<graph::Argument> const& arguments,
                    std::vector<graph::Index> const& entries, bool is_array = true) {
    add_formula(name, arguments, {{"value", entries}});
    add_caller(type, name, arguments, is_array ? "value.c" : "&value");
  }
  void add_caller(std::string const& type, std::string const& name,
                  std::vector<graph::Argument> const& arguments, std::string const& result,
                  std::string const& then = "") {
    std::vector<std::string> taken, passed{"*this"};
    for (auto const& [argument, first, count] : arguments) {
      taken.push_back(argument == "t" ? "T const& t"
                                      : fmt::format("Vec<T, {}> const& {}", count, argument));
      passed.push_back(argument == "t" ? "&t" : argument + ".c");
    }
    add("template <class T>");
    add("{} {}({}) const {{", type, name, fmt::join(taken, ", "));
    add("  {} value;", type);
    add("  Formulas::{}({}, {});", name, fmt::join(passed, ", "), result);
    if (!then.empty()) add("  {}", then);
    add("  return value;");
    add("}}");
  }
  void add_functions() {
    auto const stated = stated_arguments();
    auto const vector = [](std::size_t length) { return fmt::format("Vec<T, {}>", length); };
    add_caller("T", "lagrangian", stated, "&value");
    add_caller(vector(file_.constraints.size()), "constraint", stated, "value.c");
    if (file_.driven) add_caller(vector(file_.velocities.size()), "force", stated, "value.c");
    if (!file_.regular_constraint_nodes.empty())
      add_function(vector(file_.constraints.size()), "regular_constraint", {q_, v_},
                   file_.regular_constraint_nodes);
    if (!file_.invariant_nodes.empty()) {
      if (file_.driven) parameters_.emplace_back("system.time");
      add_function(vector(file_.invariant_nodes.size()), "invariants", {q_, v_},
                   file_.invariant_nodes);
      if (file_.driven) parameters_.pop_back();
    }
    if (file_.density_node) add_function("T", "density", {q_, v_}, {*file_.density_node}, false);
    if (file_.reducing_multiplier_node)
      add_function("T", "multiplier", {{"r", q_.first, size_ - constraints_}},
                   {*file_.reducing_multiplier_node}, false);
    if (!file_.frame_nodes.empty()) {
      add_formula("frame", {q_}, {{"value", file_.frame_nodes}});
      add_caller(fmt::format("Mat<T, {}, {}>", dof_ - constraints_, dof_), "frame", {q_},
                 "value.row[0].c", "unpack_rows(value);");
    }
    add_reversed();
    add_domain_error();
  }
  void add_reversed() {
    if (file_.reversed.empty()) return;
    std::vector<graph::Index> values;
    for (auto const& [parameter, node] : file_.reversed) values.push_back(node);
    add_formula("reversed", {}, {{"value", values}});
    add("{} reversed() const {{", name_);
    add("  {} other = *this;", name_);
    add("  std::array<Real, {}> values;", values.size());
    add("  Formulas::reversed(*this, values.data());");
    for (std::size_t k = 0; k < values.size(); ++k)
      add("  other.{} = values[{}];", file_.parameters[file_.reversed[k].first].name, k);
    add("  return other;");
    add("}}");
  }
  void add_domain_error() {
    if (file_.domain.empty()) return;
    std::vector<graph::Index> values;
    for (auto const& condition : file_.domain) values.push_back(condition.node);
    add_formula("domain", {q_}, {{"value", values}});
    add("std::string domain_error(Vec<Real, {}> const& q) const {{", size_);
    add("  std::array<Real, {}> value;", values.size());
    add("  Formulas::domain(*this, q.c, value.data());");
    for (std::size_t k = 0; k < values.size(); ++k)
      add("  if (!(value[{}] >= {})) return {};", k,
          file_.domain[k].may_vanish ? "0" : "std::numeric_limits<Real>::epsilon()",
          in_quotes(file_.domain[k].error));
    add("  return \"\";");
    add("}}");
  }

  ProblemFile const& file_;
  graph::Graph graph_;  ///< that of the file, with a zero
  graph::Index zero_;
  std::string id_, name_;
  int size_, dof_, constraints_;
  std::vector<std::string> parameters_;
  graph::Argument q_, v_;
  std::string formulas_, members_;
};

}  // namespace

std::string class_name(std::string const& id) {
  std::string name;
  bool begins = true;
  for (char const c : id) {
    if (c == '_')
      begins = true;
    else
      name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c,
          begins = false;
  }
  return name;
}

std::string problem_class(ProblemFile const& file, std::string const& id,
                          std::string const& extra) {
  if (!is_name(id))
    throw InvalidInput(fmt::format(
        "'{}' names a class; allowed: letters, digits and underscores, no digit first", id));
  return Writer(file, id).header(extra);
}

}  // namespace rattleback::text
