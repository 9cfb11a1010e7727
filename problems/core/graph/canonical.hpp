#pragma once
// Canonical forms of formulas: one text, for identities of what was computed from them, and one
// order of their operations.

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// Returns one line with the operations that the outputs need. It does not depend on what else the
/// graph holds, nor on the order of the terms of a sum or the factors of a product of two. Equal
/// texts mean equal results to the last bit: x + y and y + x are rounded alike.
std::string canonical_text(Graph const& graph, std::vector<Index> const& outputs);

/// Outputs in a graph that holds only what they need.
struct OrderedGraph {
  Graph graph;
  std::vector<Index> outputs;
};

/// Returns the outputs with their operations in an order that depends on the formulas only. The
/// order of recording also depends on the compiler: C++ leaves open which of the two operands of a
/// sum or product is evaluated first, and g++ and clang differ.
OrderedGraph in_canonical_order(Graph const& graph, std::vector<Index> const& outputs);

}  // namespace rattleback::graph
