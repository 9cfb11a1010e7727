#pragma once
// Functions of one variable by their values at given arguments.

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// Most points of a table: each is a kink, which adaptive solvers look at in every step.
inline constexpr std::size_t most_points = 200;

/// Interpolation between the points of a table; monotone_cubic is that of Fritsch & Butland 1984,
/// with the derivative at the ends by three points, limited as by Moler 2004, 3.4.
enum class Interpolation { linear, monotone_cubic };

/// A function by its values. Before the first and behind the last argument it is constant.
struct Table {
  std::string name;
  std::vector<Index> arguments, values;  ///< constants; arguments increase
  Interpolation interpolation = Interpolation::linear;
};

/// Returns 1 where x > 0, 0 where x < 0, and 1/2 between them.
Index step_of(Index x, Graph& graph);
/// Returns the value of the table at x as a formula.
Index interpolated(Table const& table, Index x, Graph& graph);

}  // namespace rattleback::graph
