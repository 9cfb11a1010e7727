#pragma once

#include <string>
#include <vector>

#include "problems/core/graph/emit.hpp"

namespace rattleback {

/// The recorded equations of one problem. Inputs: parameters, q, v.
struct TracedEquations {
  graph::Graph graph;
  int size = 0, dof = 0, constraints = 0;
  std::vector<double> parameters;     ///< their standard values
  std::vector<graph::Result> terms;   ///< those of EquationTerms
  std::vector<graph::Result> motion;  ///< see elimination.hpp; empty where there is none
};

/// Why a program cannot be built with this problem.
struct UnfitProblem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The header with these equations. Throws UnfitProblem where the mass matrix is singular, or the
/// constraints are dependent, wherever one looks.
std::string equations_text(std::string const& id, std::string const& name,
                           TracedEquations const& traced);
/// The header of a problem whose equations cannot be recorded.
std::string refusal_text(std::string const& id, std::string const& name, std::string const& reason);

/// One problem of the catalogue.
struct TracedProblem {
  std::string id;
  std::string (*header)();
};
std::vector<TracedProblem> const& traced_problems();

}  // namespace rattleback
