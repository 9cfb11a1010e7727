#pragma once

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// An array that a function reads: inputs `first` to `first + count - 1` of the graph.
struct Argument {
  std::string name;
  int first, count;
};

/// An array that a function writes.
struct Result {
  std::string name;
  std::vector<Index> entries;
};

/// True if the results depend only on the first `parameters` inputs and these arguments.
bool reads_only(Graph const& graph, std::vector<Result> const& results, int parameters,
                std::vector<Argument> const& arguments);

/// A function as straight-line C++, with only the operations that its results need:
///   template <class T> static void NAME(System const& system, T const* ARGUMENT..., T* RESULT...)
/// Throws NotRecordable where they need a function that only `every_operation` calls.
/// @param parameters  how the first inputs are written; they and what depends on nothing else stay
///                    in the number type `Real` of the system, whatever T is
/// @param every_operation  other operations call `applied` and `combined` of graph.hpp
std::string function_text(Graph const& graph, std::string const& name,
                          std::vector<std::string> const& parameters,
                          std::vector<Argument> const& arguments,
                          std::vector<Result> const& results, bool every_operation = false);

}  // namespace rattleback::graph
