#pragma once
// Formulas as people write them: + - * / ^, brackets, decimals, pi, functions, names.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problems/core/graph/graph.hpp"
#include "problems/core/graph/tables.hpp"

namespace rattleback::text {

/// Error in a text: message and position of the character.
struct Mistake {
  std::size_t at;
  std::string what;
};

/// Names that formulas may use in addition to functions and `pi`, with their nodes.
using Names = std::vector<std::pair<std::string, graph::Index>>;

/// Words that name nothing else: the functions, and pi.
std::vector<std::string> reserved_names();
/// Letters, digits and underscores, no digit first?
bool is_name(std::string_view word);
/// True if the formula has this name.
bool has_name(std::string_view formula, std::string_view name);

/// The formula as a node. Powers bind to the right, and -x^2 is -(x^2). Decimals are exact. Throws
/// Mistake, also where a constant part has no finite value.
/// @param parameters  how many inputs, the first ones, are parameters: a power whose exponent
/// depends on them alone has a value at a negative base, too, where the exponent is a whole number
/// @param tables  functions of one argument in addition to the known ones
graph::Index formula(std::string_view text, Names const& names, graph::Graph& graph,
                     int parameters = 0, std::vector<graph::Table> const& tables = {});

}  // namespace rattleback::text
