#pragma once
// Canonical text of formulas, for identities of what was computed from them.

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// Returns one line with the operations that the outputs need. It does not depend on what else the
/// graph holds, nor on the order of the terms of a sum or the factors of a product of two. Equal
/// texts mean equal results to the last bit: x + y and y + x are rounded alike.
std::string canonical_text(Graph const& graph, std::vector<Index> const& outputs);

}  // namespace rattleback::graph
