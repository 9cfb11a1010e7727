#pragma once
// Formulas of a graph as people write them: x^2/2 - k cos(y).

#include <string>
#include <utility>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// Formulas, with abbreviations for terms that occur several times: each name with its formula, in
/// the order in which they depend on one another. Short formulas have no abbreviations.
struct FormulaTexts {
  std::vector<std::string> formulas;
  std::vector<std::pair<std::string, std::string>> abbreviations;
};

/// Returns the outputs as texts. Powers and like terms are collected. Factors are in the order of
/// the inputs, and so are terms, positive ones first; texts do not depend on the order of
/// recording.
/// @param names  names of the inputs
/// @param times  sign between two factors
/// @throws NotRecordable if a coefficient does not fit into 64 bits
FormulaTexts formula_texts(Graph const& graph, std::vector<Index> const& outputs,
                           std::vector<std::string> const& names, std::string const& times = " ");

}  // namespace rattleback::graph
