#pragma once
// Formulas of a graph as people write them: x^2/2 - k cos(y).

#include <string>
#include <utility>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// Some formulas, and abbreviations for what stands in them several times: each name with its
/// formula, in the order in which they build on one another. Short formulas need none.
struct FormulaTexts {
  std::vector<std::string> formulas;
  std::vector<std::pair<std::string, std::string>> abbreviations;
};

/// The outputs as texts. Powers and like terms are collected; factors stand in the order of the
/// inputs, and so do terms, positive ones first. Throws NotRecordable where a coefficient does not
/// fit into 64 bits.
/// @param names  of the inputs
/// @param times  between two factors
FormulaTexts formula_texts(Graph const& graph, std::vector<Index> const& outputs,
                           std::vector<std::string> const& names, std::string const& times = " ");

}  // namespace rattleback::graph
