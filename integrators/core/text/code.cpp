#include <algorithm>

#include "integrators/core/text/examination.hpp"

namespace rattleback::text {
namespace {

class Code {
 public:
  Code(ProblemFile const& file, TracedEquations const& traced) : file_(file), traced_(traced) {
    for (int k = 0; k < file.parameter_count(); ++k)
      parameters_.push_back("system.parameter(" + std::to_string(k) + ")");
    stated_parameters_ = parameters_;
    if (file.driven) parameters_.push_back("(clock_of(system) * Real(system.units.time))");
  }
  std::string text() {
    text_ =
        "template <class System>\nstruct Compiled {\n  using Real = typename System::Real;\n"
        "  static constexpr char const* how = \"compiled\";\n";
    add_stated("lagrangian", {file_.lagrangian_node});
    add_stated("constraint", file_.constraint_nodes);
    add_stated("invariants", file_.invariant_nodes, false);
    if (file_.driven) add_stated("stated_force", file_.force_nodes);
    // Tapes omit functions that are not needed; code needs one of each name.
    for (auto const& [name, unused] : tapes_of_functions) {
      auto const function =
          std::find_if(traced_.functions.begin(), traced_.functions.end(),
                       [&name = name](TracedFunction const& f) { return f.name == name; });
      if (function == traced_.functions.end())
        add_none(name);
      else
        add(name, function->arguments, function->results);
    }
    add("terms", {"q", "v"}, traced_.terms);
    bool const has_motion = !traced_.motion.empty();
    text_ += std::string("  static constexpr bool has_motion(System const&) { return ") +
             (has_motion ? "true" : "false") + "; }\n";
    if (has_motion)
      add("motion", {"q", "v"}, traced_.motion);
    else
      add_none("motion");
    return text_ + "};\n";
  }

 private:
  /// @param at_time  takes the time of a driven problem as a third argument
  void add_stated(std::string const& name, std::vector<graph::Index> const& entries,
                  bool at_time = true) {
    int const parameters = file_.parameter_count(), first = file_.first_coordinate();
    int const size = static_cast<int>(file_.coordinates.size());
    int const dof = static_cast<int>(file_.velocities.size());
    std::vector<graph::Argument> arguments{{"q", first, size}, {"v", first + size, dof}};
    if (file_.driven && at_time) arguments.push_back({"t", parameters, 1});
    text_ += graph::function_text(file_.graph, name, at_time ? stated_parameters_ : parameters_,
                                  arguments, {{"value", entries}}, true);
  }
  void add(std::string const& name, std::vector<std::string> const& wanted,
           std::vector<graph::Result> const& results) {
    auto const arguments = traced_.arguments(wanted);
    if (graph::reads_only(traced_.graph, results, file_.first_coordinate(), arguments))
      text_ += graph::function_text(traced_.graph, name, parameters_, arguments, results, true);
    else
      add_none(name);
  }
  /// For methods that need another structure than was found: they are compiled and never run.
  void add_none(std::string const& name) {
    text_ += "  template <class... Arguments>\n  static void " + name +
             "(System const&, Arguments...) {}\n";
  }

  ProblemFile const& file_;
  TracedEquations const& traced_;
  std::vector<std::string> parameters_, stated_parameters_;  ///< with and without the time
  std::string text_;
};

}  // namespace

std::string code_of(ProblemFile const& file, TracedEquations const& traced) {
  return Code(file, traced).text();
}

}  // namespace rattleback::text
