#pragma once

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/equations/structure.hpp"
#include "problems/core/graph/emit.hpp"

namespace rattleback {

/// A function to write: which inputs it may read, and what it computes.
struct TracedFunction {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<graph::Result> results;
};

/// The recorded equations of one problem. Inputs: its parameters, the time of a driven system, then
/// the arrays of `inputs`.
struct TracedEquations {
  graph::Graph graph;
  std::vector<double> parameters;         ///< their standard values; of a driven system a time last
  bool driven = false;                    ///< the last of the parameters is the time
  std::vector<graph::Argument> inputs;    ///< q, v, multipliers, p; shape r, u, energy
  std::vector<graph::Result> terms;       ///< those of EquationTerms
  std::vector<TracedFunction> functions;  ///< the others are left out where their inputs do not do
  std::vector<TracedFunction> in_chart;   ///< those of InChart, where the space has a chart
  std::vector<graph::Result> motion;      ///< see elimination.hpp; empty where there is none
  /// Equations of motion for several constraints, solved without pivots; empty if pivots are
  /// needed.
  std::vector<graph::Result> closed_motion;

  /// Returns the inputs of these names.
  std::vector<graph::Argument> arguments(std::vector<std::string> const& names) const {
    std::vector<graph::Argument> named;
    for (auto const& name : names)
      for (auto const& input : inputs)
        if (input.name == name) named.push_back(input);
    return named;
  }
};

/// Why a program cannot be built with this problem.
struct UnfitProblem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Structure of a problem that its formulas determine.
struct DerivedFacts {
  std::optional<FoundStructure> found;  ///< none where the formulas have no value at rest
  bool on_group = false;                ///< else on R^n
  bool driven = false;                  ///< a force, or functions of time
  bool knife_edge = false;              ///< on SE(2) with the only constraint v2 = 0
  EquationTexts texts;
};

/// The header with these equations and facts. Throws UnfitProblem where the mass matrix is
/// singular, or the constraints are dependent, wherever one looks.
std::string equations_text(std::string const& id, std::string const& name,
                           TracedEquations const& traced, DerivedFacts const& facts);
/// The header of a problem whose equations cannot be recorded.
std::string refusal_text(std::string const& id, std::string const& name, std::string const& reason);

/// One problem of the catalogue.
struct TracedProblem {
  std::string id;
  std::string (*header)();
  /// Differences between declared and found structure, as text.
  std::vector<std::string> (*differences)();
};
std::vector<TracedProblem> const& traced_problems();

}  // namespace rattleback
