#include "problems/core/graph/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

namespace rattleback::graph {

namespace {

bool commutes(Operation operation) {
  return operation == Operation::add || operation == Operation::multiply;
}

/// A node without operands.
std::string leaf(Graph const& graph, Node const& node) {
  if (node.operation == Operation::constant)
    return fmt::format("{}/{}", node.value.numerator(), node.value.denominator());
  if (node.operation == Operation::decimal)
    return fmt::format("{}e{}", graph.decimal(node).digits, graph.decimal(node).exponent);
  return fmt::format("input {}", node.a);
}

/// Returns for each node the FNV-1a hash of the formula that ends in it.
std::vector<std::uint64_t> hashes_of(Graph const& graph) {
  std::vector<std::uint64_t> hashes;
  for (Index i = 0; i < graph.size(); ++i) {
    Node const& node = graph[i];
    std::string words = fmt::format("{} ", static_cast<int>(node.operation));
    if (node.operation <= Operation::input) {
      words += leaf(graph, node);
    } else {
      auto a = hashes[node.a], b = node.b < 0 ? 0 : hashes[node.b];
      if (commutes(node.operation) && b < a) std::swap(a, b);
      words += fmt::format("{} {}", a, b);
    }
    std::uint64_t hash = 0xcbf29ce484222325;
    for (char const c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hashes.push_back(hash);
  }
  return hashes;
}

/// Visits the nodes that an output needs, operands first, each node once.
/// @tparam Before  order of the operands i, j of a sum or product: before(operation, i, j)
template <class Before>
class Walk {
 public:
  Walk(Graph const& graph, Before before)
      : graph_(graph), before_(std::move(before)), number_(graph.size(), -1) {}

  /// Returns the number of the node, which visit(node, numbers of its operands or -1) returned.
  template <class Visit>
  Index to(Index root, Visit const& visit) {
    std::vector<Index> waiting{root};  // no recursion: a formula may be long
    while (!waiting.empty()) {
      Index const i = waiting.back();
      auto const [a, b] = operands(i);
      bool const ready = (a < 0 || number_[a] >= 0) && (b < 0 || number_[b] >= 0);
      if (number_[i] >= 0 || ready) waiting.pop_back();
      if (number_[i] >= 0) continue;
      if (ready) {
        number_[i] = visit(i, a < 0 ? -1 : number_[a], b < 0 ? -1 : number_[b]);
        continue;
      }
      for (Index const operand : {b, a})  // a is visited first
        if (operand >= 0 && number_[operand] < 0) waiting.push_back(operand);
    }
    return number_[root];
  }

 private:
  std::pair<Index, Index> operands(Index i) const {
    auto const& node = graph_[i];
    if (node.operation <= Operation::input) return {-1, -1};
    auto [a, b] = std::pair(node.a, node.b);
    if (commutes(node.operation) && before_(node.operation, b, a)) std::swap(a, b);
    return {a, b};
  }

  Graph const& graph_;
  Before before_;
  std::vector<Index> number_;  ///< -1: not visited
};

}  // namespace

std::string canonical_text(Graph const& graph, std::vector<Index> const& outputs) {
  auto const hashes = hashes_of(graph);
  Walk walk(graph, [&](Operation, Index i, Index j) { return hashes[i] < hashes[j]; });
  std::string text, results = "results";
  Index count = 0;
  auto const write = [&](Index i, Index a, Index b) {
    auto const& node = graph[i];
    text += node.operation <= Operation::input
                ? leaf(graph, node) + " "
                : fmt::format("{}({},{}) ", static_cast<int>(node.operation), a, b);
    return count++;
  };
  for (Index const output : outputs) results += fmt::format(" {}", walk.to(output, write));
  return text + results;
}

OrderedGraph in_canonical_order(Graph const& graph, std::vector<Index> const& outputs) {
  auto const hashes = hashes_of(graph);
  // The inputs of each formula from the last to the first, and about its length as text.
  std::vector<std::pair<std::vector<int>, double>> content;
  for (Index i = 0; i < graph.size(); ++i) {
    Node const& node = graph[i];
    auto& [inputs, length] = content.emplace_back(std::vector<int>(), 1);
    if (node.operation == Operation::input) inputs.push_back(node.a);
    if (node.operation <= Operation::input) continue;
    std::vector<int> const none;
    auto const& left = content[node.a].first;
    auto const& right = node.b < 0 ? none : content[node.b].first;
    std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(inputs),
                   std::greater());
    length += content[node.a].second + (node.b < 0 ? 0 : content[node.b].second);
  }
  // A sum stays in front of what was added to it, and after its factors.
  auto const is_sum = [&](Index i) {
    return graph[i].operation == Operation::add || graph[i].operation == Operation::subtract;
  };
  Walk walk(graph, [&](Operation operation, Index i, Index j) {
    if (is_sum(i) != is_sum(j)) return is_sum(operation == Operation::add ? i : j);
    return std::tie(content[i], hashes[i]) < std::tie(content[j], hashes[j]);
  });
  OrderedGraph ordered;
  auto const add = [&](Index i, Index a, Index b) { return ordered.graph.copy(graph, i, a, b); };
  for (Index const output : outputs) ordered.outputs.push_back(walk.to(output, add));
  return ordered;
}

}  // namespace rattleback::graph
