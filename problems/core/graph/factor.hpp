#pragma once
// Equivalent formulas with fewer operations: common factors taken out of sums, and parts of sums
// and products that occur several times computed once.

#include <vector>

#include "problems/core/graph/emit.hpp"

namespace rattleback::graph {

/// Returns the number of operations that the outputs need, without constants and inputs. Each
/// operation counts 1: factor() changes only sums, differences, products and negations, which take
/// equally long, and leaves the number of divisions and functions.
int operation_count(Graph const& graph, std::vector<Index> const& outputs);

/// Replaces the entries of the results of one function by equivalent nodes, which are added to the
/// graph, if these need fewer operations.
///
/// Sums and products become lists of terms and factors, see Lists. Each round applies these rules
/// in the order of the operations that they save, at most one rule to a list:
///   a b + a c + d = a (b + c) + d       a factor or a number in several terms of a sum
///   a b                                 a pair in several products, or twice in one
///   a + r b, with a number r            a pair in several sums, also times a number
/// The order of nodes decides ties; it depends on the formulas only. A second attempt first takes
/// out each factor that all terms of a sum have, which alone saves nothing but shows sums that are
/// alike. The attempt with fewer operations counts.
///
/// Terms stay in their order. A difference of two inputs or functions stays a difference, because
/// its operands are not rounded; a quotient stays a quotient. Terms that vanish at rest still
/// vanish, and a term that changes its sign with the velocities still does.
void factor(Graph& graph, std::vector<Result>& results);

}  // namespace rattleback::graph
